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
  expect(update({ config: { delivery_policy: null } })).toEqual({
    config: { rate_limit: null, delivery_groups: null },
  });
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
  const shown = { url: "https://example.com", delivery_policy: { rate: 5, period: "second", groups: null } };

  expect(reply({ config })).toEqual({ config: shown });
  expect(reply({ config: { ...config, rate_limit: null } })).toEqual({
    config: { url: "https://example.com", delivery_policy: null },
  });
  expect(reply({ config: { path: "/" } })).toEqual({ config: { path: "/" } });
  expect(wire(getConnection, deliveryPolicy).reply({ destination: { config } })).toEqual({
    destination: { config: shown },
  });
});

const groups = {
  key: "body.tenant",
  rate: 1,
  rate_period: "second",
  overrides: { big: { rate: 5, rate_period: "minute" } },
};

test("groups are a part of the policy, with or without a rate for all", () => {
  expect(update({ config: { delivery_policy: { rate: 5, groups } } })).toEqual({
    config: { rate_limit: 5, delivery_groups: groups },
  });
  expect(update({ config: { delivery_policy: { rate: null, period: null, groups } } })).toEqual({
    config: { rate_limit: null, delivery_groups: groups },
  });
  expect(update({ config: { delivery_policy: { groups: null } } })).toEqual({
    config: { delivery_groups: null },
  });
  const config = { rate_limit: null, rate_limit_period: "second", delivery_groups: groups };
  expect(reply({ config })).toEqual({
    config: { delivery_policy: { rate: null, period: null, groups } },
  });
});

test.each<[object, string]>([
  [{ ...groups, key: "cookies.a" }, "config.delivery_policy.groups.key must be headers, body, query or path"],
  [{ ...groups, key: "body..a" }, "config.delivery_policy.groups.key must be headers, body, query or path"],
  [{ ...groups, key: `body.${"a".repeat(256)}` }, "config.delivery_policy.groups.key length must be"],
  [{ ...groups, rate: 0 }, "Must be greater than 0"],
  [{ ...groups, rate: 100_001 }, "config.delivery_policy.groups.rate must be less than or equal to 100000"],
  [
    { ...groups, rate_period: "concurrent" },
    "config.delivery_policy.groups.rate_period must be one of [second, minute, hour]",
  ],
  [{ key: "path", rate: 1 }, "config.delivery_policy.groups.rate_period is required"],
  [
    { ...groups, overrides: { a: { rate: 1 } } },
    "config.delivery_policy.groups.overrides.a.rate_period is required",
  ],
])("%j: %s", (wrong, sentence) => {
  const told = update({ config: { delivery_policy: { groups: wrong } } });

  expect(Array.isArray(told) && told[0]).toContain(sentence);
});

test("callers are told about the policy", () => {
  expect(update({ config: { delivery_policy: { rate: 0 } } })).toEqual(["Must be greater than 0"]);
  const { told } = wire(upsertConnection, deliveryPolicy);
  expect(told("destination.config.rate_limit is not allowed")).toEqual([
    "destination.config.delivery_policy.rate is not allowed",
  ]);
});
