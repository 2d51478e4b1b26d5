import { getConnection } from "@posthorn/contract/connections";
import { getDestination, updateDestination } from "@posthorn/contract/destinations";
import { expect, test } from "vitest";
import { wire } from "../../testing/wire.ts";
import { deliveryTimeout, noDeliveryTimeout } from "./delivery-timeout.ts";
import { VERSIONS } from "./versions.ts";

test("since 2026-09-01 every destination says how long an attempt may take", () => {
  const { reply } = wire(getDestination, deliveryTimeout);
  const { body } = wire(updateDestination, deliveryTimeout);

  expect(reply({ config: { path: "/" } })).toEqual({ config: { path: "/", delivery_timeout: null } });
  expect(reply({ config: { delivery_timeout: 90 } })).toEqual({ config: { delivery_timeout: 90 } });
  expect(body({ config: { delivery_timeout: 90 } })).toEqual({ config: { delivery_timeout: 90 } });
  expect(body({ config: { delivery_timeout: null } })).toEqual({ config: { delivery_timeout: null } });
});

test("before 2025-07-01 nobody says or asks, also within a connection", () => {
  const config = { path: "/", delivery_timeout: 90 };

  expect(wire(getDestination, noDeliveryTimeout).reply({ config })).toEqual({ config: { path: "/" } });
  expect(wire(getConnection, noDeliveryTimeout).reply({ destination: { config } })).toEqual({
    destination: { config: { path: "/" } },
  });
  expect(wire(updateDestination, noDeliveryTimeout).body({ config: { delivery_timeout: 90 } })).toEqual([
    "config.delivery_timeout is not allowed",
  ]);
});

test.each(["2024-03-01", "2024-09-01", "2025-01-01"])("%s does not take it in any place", (name) => {
  const version = VERSIONS.find((one) => one.name === name);
  const sent = name === "2025-01-01" ? { config: { delivery_timeout: 90 } } : { delivery_timeout: 90 };

  expect(() => version?.wire(updateDestination).body(sent)).toThrow();
});
