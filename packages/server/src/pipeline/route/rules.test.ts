import { expect, test } from "vitest";
import { DELAY_MAX_MS, RETRY_MAX_AGE_MS } from "@posthorn/contract/limits";
import type { Rules } from "@posthorn/contract/rules";
import type { ReceivedPayload } from "../received-payload.ts";
import { viewOf } from "./request-view.ts";
import { compileRules, refusedParts } from "./rules.ts";

const PAYLOAD: ReceivedPayload = {
  method: "POST",
  path: "/orders/1",
  query: "kind=new&tag[]=a&tag[]=b",
  headers: ["Content-Type", "application/json", "X-Shop", "berlin"],
  client_ip: null,
  body: Buffer.from('{"type":"order.paid","amount":12,"items":[{"sku":"a"}]}'),
};

function refused(rules: Rules, payload: Partial<ReceivedPayload> = {}) {
  const view = viewOf({ ...PAYLOAD, ...payload });
  for (const step of compileRules(rules).steps) {
    const parts = step.type === "filter" && refusedParts(step.filter, view);
    if (parts) return parts;
  }
  return null;
}

test("a request passes when every part that a filter names matches", () => {
  expect(
    refused([
      {
        type: "filter",
        body: { type: { $startsWith: "order." }, amount: { $gte: 10 } },
        headers: { "x-shop": "berlin" },
        query: { kind: "new" },
        path: { $startsWith: "/orders" },
      },
    ]),
  ).toBeNull();
  expect(refused([])).toBeNull();
  expect(refused([{ type: "filter", body: null }])).toBeNull();
});

test("the parts that do not match are named", () => {
  expect(
    refused([{ type: "filter", body: { type: "refund" }, path: "/other", headers: { "x-shop": "berlin" } }]),
  ).toEqual(["body", "path"]);
});

test("of several filters the first that refuses is told", () => {
  expect(
    refused([
      { type: "filter", path: { $startsWith: "/" } },
      { type: "filter", query: { kind: "old" } },
      { type: "filter", body: { x: 1 } },
    ]),
  ).toEqual(["query"]);
});

test("a body that is no JSON is matched as text", () => {
  expect(
    refused([{ type: "filter", body: { $in: "hello" } }], { headers: [], body: Buffer.from("say hello") }),
  ).toBeNull();
});

test("delay and retry are found wherever they stand", () => {
  const retry = { type: "retry", strategy: "linear", response_status_codes: null } as const;

  expect(compileRules([retry, { type: "filter" }, { type: "delay", delay: 60_000 }])).toMatchObject({
    delayMs: 60_000,
    retry,
  });
});

test("waits that an earlier version has accepted are cut to what is accepted today", () => {
  const { delayMs, retry } = compileRules([
    { type: "delay", delay: 8_640_000_000_000_000 },
    { type: "retry", strategy: "linear", interval: 8_640_000_000_000_000, response_status_codes: null },
  ]);

  expect([delayMs, retry?.interval]).toEqual([DELAY_MAX_MS, RETRY_MAX_AGE_MS]);
});
