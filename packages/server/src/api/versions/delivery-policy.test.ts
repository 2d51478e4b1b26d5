import { getConnection, upsertConnection } from "@posthorn/contract/connections";
import { getDestination, updateDestination, upsertDestination } from "@posthorn/contract/destinations";
import { expect, test } from "vitest";
import { wire } from "../../testing/wire.ts";
import { deliveryPolicy } from "./delivery-policy.ts";

const { body: update } = wire(updateDestination, deliveryPolicy);
const { reply } = wire(getDestination, deliveryPolicy);

test("the rate is written as a policy", () => {
  const { body } = wire(upsertDestination, deliveryPolicy);
  const url = "https://example.com";

  expect(body({ name: "api", config: { url, delivery_policy: { rate: 5, period: "minute" } } })).toEqual({
    name: "api",
    config: { url, rate_limit: 5, rate_limit_period: "minute" },
  });
  expect(update({ config: { delivery_policy: { rate: 5 } } })).toEqual({ config: { rate_limit: 5 } });
  expect(update({ config: { delivery_policy: null } })).toEqual({ config: { rate_limit: null } });
});

test("the older spelling is understood, but not both at once", () => {
  expect(update({ config: { rate_limit: 5, rate_limit_period: "hour" } })).toEqual({
    config: { rate_limit: 5, rate_limit_period: "hour" },
  });
  expect(update({ config: { rate_limit: 5, delivery_policy: { rate: 5 } } })).toEqual([
    "config.rate_limit is not allowed together with delivery_policy",
  ]);
});

test("the rate is shown as a policy, also within a connection", () => {
  const config = { url: "https://example.com", rate_limit: 5, rate_limit_period: "second" };
  const shown = { url: "https://example.com", delivery_policy: { rate: 5, period: "second" } };

  expect(reply({ config })).toEqual({ config: shown });
  expect(reply({ config: { ...config, rate_limit: null } })).toEqual({
    config: { url: "https://example.com", delivery_policy: null },
  });
  expect(reply({ config: { path: "/" } })).toEqual({ config: { path: "/" } });
  expect(wire(getConnection, deliveryPolicy).reply({ destination: { config } })).toEqual({
    destination: { config: shown },
  });
});

test("what we do not have is refused, not ignored", () => {
  const groups = { key: "body.tenant", rate: 1, rate_period: "second" };

  expect(update({ config: { delivery_policy: { rate: 5, groups } } })).toEqual([
    "config.delivery_policy.groups is not available: one rate holds for all events of a destination",
  ]);
});

test("callers are told about the policy", () => {
  expect(update({ config: { delivery_policy: { rate: 0 } } })).toEqual(["Must be greater than 0"]);
  const { told } = wire(upsertConnection, deliveryPolicy);
  expect(told("destination.config.rate_limit is not allowed")).toEqual([
    "destination.config.delivery_policy.rate is not allowed",
  ]);
});
