import { expect, test } from "vitest";
import { LOG_LEVELS, createLog, jsonLine } from "./log.ts";

const AT = new Date("2026-01-02T03:04:05.678Z");

test("a line is one JSON object with time, level and event", () => {
  const line = jsonLine("info", "attempt.settled", { event_id: "evt_1", durations: { send_ms: 3 } }, AT);

  expect(JSON.parse(line)).toEqual({
    at: "2026-01-02T03:04:05.678Z",
    level: "info",
    event: "attempt.settled",
    event_id: "evt_1",
    durations: { send_ms: 3 },
  });
  expect(line).not.toContain("\n");
});

test("a secret never reaches the log, however deep it sits", () => {
  const line = jsonLine(
    "warn",
    "login",
    { password: "hunter2", user: { api_key: "hunter2", Authorization: "hunter2" } },
    AT,
  );

  expect(line).not.toContain("hunter2");
});

test("an error keeps its message, code and cause", () => {
  const error = new Error("outer", { cause: Object.assign(new Error("inner"), { code: "ECONNREFUSED" }) });

  expect(JSON.parse(jsonLine("error", "broken", { error }, AT))).toMatchObject({
    error: { message: "outer", cause: { message: "inner", code: "ECONNREFUSED" } },
  });
});

test("an error that stands for several says what the first of them are", () => {
  const error = new AggregateError(
    Array.from({ length: 9 }, (_none, at) => new Error(`invoice ${at}`)),
    "Some periods could not be closed",
  );

  const { errors } = JSON.parse(jsonLine("error", "broken", { error }, AT)).error;
  expect(errors.map(({ message }: Error) => message)).toEqual([0, 1, 2, 3, 4].map((at) => `invoice ${at}`));
});

test.each([
  ["debug", ["debug", "info", "warn", "error"]],
  ["info", ["info", "warn", "error"]],
  ["warn", ["warn", "error"]],
  ["error", ["error"]],
] as const)("at level %s the log has the lines of %j", (level, expected) => {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line), level);

  for (const one of LOG_LEVELS) log[one]?.("thing.done");

  expect(lines.map((line) => JSON.parse(line).level)).toEqual(expected);
});

test("at info level a debug line costs nothing: its fields are not even put together", () => {
  const log = createLog(() => undefined);
  let asked = 0;

  log.debug?.("thing.done", { expensive: asked++ });

  expect(asked).toBe(0);
});
