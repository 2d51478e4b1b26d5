import type { CliSession } from "../../cli/session-table.ts";
import { compileFilter } from "@posthorn/contract/filter/compile-filter";
import { expect, test } from "vitest";
import { newId, uuidBytes } from "../../ids.ts";
import type { ConnectionRoute } from "../source-route.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import { headerNames } from "../send/header-names.ts";
import { createEvaluate } from "./evaluate.ts";
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

/** The transformation sets the type; the test records which rules were asked. */
function evaluator(sessions: readonly CliSession[]) {
  const asked: string[] = [];
  const evaluate = createEvaluate({
    sessionsOf: () => sessions,
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
  return { evaluate: (to: ConnectionRoute) => evaluate(to, REQUEST.id, viewOf(payload)), asked };
}

const TRANSFORM = { type: "transform", transformation_id: TRANSFORMATION.id } as const;
const bodyType = (type: string) => ({ body: compileFilter({ type }) });

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
