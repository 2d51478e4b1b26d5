import { expect, test } from "vitest";
import { mostSpecific } from "./scope.ts";

const orders = { id: "web_orders", name: "prod-orders" };

test.each([
  ["nobody names it", [{ id: "1", scope: "stage-*" }], null],
  ["one names it", [{ id: "1", scope: "*" }], "1"],
  [
    "a narrower pattern wins",
    [
      { id: "1", scope: "prod-*" },
      { id: "2", scope: "*" },
    ],
    "1",
  ],
  [
    "an id wins over every pattern",
    [
      { id: "1", scope: ["web_orders", "web_other"] },
      { id: "2", scope: "prod-orders" },
    ],
    "1",
  ],
  [
    "of two alike the younger wins",
    [
      { id: "1", scope: "*" },
      { id: "2", scope: "*" },
    ],
    "2",
  ],
  [
    "a pattern that takes it away does not count",
    [
      { id: "1", scope: "*" },
      { id: "2", scope: "prod-*,!*-orders" },
    ],
    "1",
  ],
])("%s", (_what, triggers, expected) => {
  expect(mostSpecific(triggers, orders)?.id ?? null).toBe(expected);
});
