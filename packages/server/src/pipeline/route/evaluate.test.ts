import type { CliSession } from "../../cli/session-table.ts";
import { compileRequestFilter } from "@posthorn/contract/filter/request-filter";
import { afterAll, expect, test } from "vitest";
import { newId, uuidBytes } from "../../ids.ts";
import { createLog } from "../../log.ts";
import type { ConnectionRoute } from "../source-route.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import { headerNames } from "../send/header-names.ts";
import { createEvaluate } from "./evaluate.ts";
import { QUICK_STEPS, STEPS_PER_REQUEST } from "./filter-costs.ts";
import { createFilterThread } from "./filter-thread.ts";
import { viewOf } from "./request-view.ts";
import { numbersOf, outcomeOf } from "./route-request.ts";
import { compileRules } from "./rules.ts";

const REQUEST = { id: uuidBytes(newId().slice(0, 32) + "0000"), team: uuidBytes(newId()) };
const TRANSFORMATION = { id: newId(), code: "", envJson: "{}", contextJson: "{}" };

function connectionTo(type: "HTTP" | "CLI", rules: Parameters<typeof compileRules>[0]): ConnectionRoute {
  const key = newId();
  return {
    key,
    id: uuidBytes(key),
    name: null,
    isPaused: false,
    isDisabled: false,
    teamKey: "team",
    maxEventsPerSecond: null,
    sourceName: "shop",
    signing: { secret: "s", previous: null },
    headerNames: headerNames(null),
    rules: compileRules(rules, TRANSFORMATION),
    destination: {
      key: newId(),
      name: "d",
      type,
      url: "http://localhost/",
      http_method: null,
      path_forwarding_disabled: false,
      rate_limit: null,
      rate_limit_period: "second",
      deadlineMs: 60_000,
      groups: null,
      authentication: null,
    },
  };
}

function session(filter: CliSession["filter"] = {}): CliSession {
  const key = newId();
  const client = uuidBytes(newId());
  return { key, id: uuidBytes(key), client, teamKey: newId(), connectionKeys: [], filter, processId: 1 };
}

const payload: ReceivedPayload = {
  method: "POST",
  path: "/",
  query: null,
  headers: ["content-type", "application/json"],
  client_ip: null,
  body: Buffer.from('{"type":"before"}'),
};

const filterThread = createFilterThread({ log: createLog(() => undefined) });
afterAll(() => filterThread.stop());

/** The transformation sets the type; the test records which rules were asked. */
function evaluator(sessions: readonly CliSession[]) {
  const asked: string[] = [];
  const evaluate = createEvaluate({
    sessionsOf: () => sessions,
    filterThread,
    async isFirst() {
      asked.push("deduplicate");
      return true;
    },
    async transform() {
      asked.push("transform");
      const request = {
        headers: { "content-type": "application/json" },
        body: '{"type":"after"}',
        path: "/",
        query: "",
      };
      return { request, console: [], log_level: "info" };
    },
  });
  return {
    ...evaluate,
    evaluate: (to: ConnectionRoute, view = viewOf(payload)) => evaluate.evaluate(to, REQUEST.id, view),
    asked,
  };
}

const TRANSFORM = { type: "transform", transformation_id: TRANSFORMATION.id } as const;
const bodyType = (type: string) => compileRequestFilter({ body: { type } });

test("a session's filter sees what the rules made of the request", async () => {
  const wanted = session(bodyType("after"));
  const { evaluate } = evaluator([session(bodyType("before")), wanted]);

  expect(await evaluate(connectionTo("CLI", [TRANSFORM]))).toMatchObject({
    sessions: [wanted],
    isTransformed: true,
  });
});

test("with nobody there to see it, no rule is asked", async () => {
  const { evaluate, asked } = evaluator([]);

  expect(await evaluate(connectionTo("CLI", [TRANSFORM]))).toEqual({
    cause: "CLI_DISCONNECTED",
    meta: null,
    execution: null,
  });
  expect(asked).toEqual([]);
});

test("a connection that is switched off says so, whoever is connected", async () => {
  const { evaluate } = evaluator([]);

  expect(await evaluate({ ...connectionTo("CLI", []), isDisabled: true })).toMatchObject({
    cause: "DISABLED",
  });
});

test("sessions are nothing to a destination that is no CLI", async () => {
  const { evaluate } = evaluator([]);

  expect(await evaluate(connectionTo("HTTP", []))).toMatchObject({ sessions: null, isTransformed: false });
});

test("each session's event has a number of its own, and shares what was made of the request", async () => {
  const { evaluate } = evaluator([session(), session()]);
  const to = connectionTo("CLI", [TRANSFORM]);

  const outcome = outcomeOf({ ...REQUEST, payload: REQUEST.id, receivedAtMs: 0 }, to, await evaluate(to), 3);

  const [first, second] = outcome.events;
  expect(outcome.events.map(({ id }) => Buffer.from(id).readUInt16BE(14))).toEqual([3, 4]);
  expect(first?.payload).toEqual(first?.id);
  expect(second?.payload).toEqual(first?.id);
  expect(outcome.payload?.id).toEqual(first?.id);
  expect(numbersOf(outcome)).toBe(2);
  expect(numbersOf({ ...outcome, events: [] })).toBe(1);
});

/** 44 KB, and filters that each go through all of it ninety times. */
const LONG_LIST: ReceivedPayload = {
  ...payload,
  body: Buffer.from(
    JSON.stringify({ type: "long", items: Array.from({ length: 9_000 }, (_item, at) => at) }),
  ),
};
const COSTLY_FILTER = {
  type: "filter",
  body: { items: { $or: Array.from({ length: 90 }, (_one, at) => ({ $eq: -1 - at })) } },
} as const;

test("the filters of one request share the steps that the event loop has for it, and the thread decides the rest", async () => {
  const { evaluate } = evaluator([]);
  const connections = Array.from({ length: 60 }, () => connectionTo("HTTP", [COSTLY_FILTER]));
  const cheap = connectionTo("HTTP", [{ type: "filter", body: { type: "long" } }]);
  const view = viewOf(LONG_LIST);

  const asked = [...connections, cheap].map(async (connection) => evaluate(connection, view));

  expect(view.costs).toEqual({ quick: { left: -1 }, inThread: 0 }); // the loop stopped at its last step
  const verdicts = await Promise.all(asked);
  const passing = verdicts.pop();
  expect(verdicts).toEqual(connections.map(() => ({ cause: "FILTERED", meta: ["body"], execution: null })));
  expect(passing).toMatchObject({ payload: LONG_LIST }); // however costly the filters before it were
  expect(view.costs.quick.left).toBe(-1);
  expect(view.costs.inThread).toBeGreaterThan(STEPS_PER_REQUEST - QUICK_STEPS);
  expect(view.costs.inThread).toBeLessThanOrEqual(STEPS_PER_REQUEST + 61 * QUICK_STEPS);
});

test("a costly filter behind a transformation, or of a session, is decided in the thread too", async () => {
  const refusing = session(compileRequestFilter(COSTLY_FILTER));
  const { evaluate, atOnce } = evaluator([refusing]);
  const toCli = connectionTo("CLI", []);
  const view = viewOf(LONG_LIST);

  expect(atOnce(toCli, view)).toBeNull();
  expect(await evaluate(toCli, view)).toMatchObject({ cause: "FILTERED", meta: ["body"] });

  const transformed = connectionTo("HTTP", [TRANSFORM, { type: "filter", body: { type: "after" } }]);
  expect(await evaluate(transformed, view)).toMatchObject({ isTransformed: true });
  expect(view.costs.quick.left).toBe(-1); // it was used up, so the thread has decided
});

test("a long body is never parsed on the event loop for a filter", async () => {
  const { evaluate, atOnce } = evaluator([]);
  const view = viewOf({ ...payload, body: Buffer.from(`{"type":"long","pad":"${"x".repeat(200_000)}"}`) });

  expect(atOnce(connectionTo("HTTP", [{ type: "filter", path: "/other" }]), view)).toMatchObject({
    meta: ["path"],
  });
  const to = connectionTo("HTTP", [{ type: "filter", body: { type: "long" } }]);
  expect(atOnce(to, view)).toBeNull();
  expect(await evaluate(to, view)).toMatchObject({ isTransformed: false });
  expect(view.costs.quick.left).toBeGreaterThan(0);
});
