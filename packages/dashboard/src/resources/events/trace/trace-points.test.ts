import { describe, expect, test } from "vitest";
import { traceNote, tracePoints, type TracePoint } from "./trace-points.ts";
import { aTrace, aTracedAttempt } from "./test-traces.ts";

const now = new Date("2026-11-14T14:02:30Z");
const words = (points: readonly TracePoint[]) =>
  points.map(({ title, detail }) => (detail === null ? title : `${title}: ${detail}`));
const line = (change: Parameters<typeof aTrace>[0], room = 9) => tracePoints(aTrace(change), now, room);

test("from the request over each rule and the queue to every attempt", () => {
  const points = line({
    received_at: "2026-11-14T14:00:49.988Z",
    rules: [
      { type: "deduplicate", window: 60_000 },
      {
        type: "transform",
        transformation_id: "trs_1",
        transformation_name: "to-orders",
        execution_id: "exe_1",
        log_level: "warn",
      },
      { type: "filter", parts: ["body", "headers"] },
      { type: "delay", delay: 10_000 },
    ],
  });

  expect(words(points)).toEqual([
    "Received: by stripe",
    "No duplicate: within 1 min",
    "Transformed: to-orders, logged a warning",
    "Passed the filter: body, headers",
    "Delayed: by 10 s",
    "Queued: for 12 ms",
    "Attempt 1: 503 Service Unavailable",
    "Attempt 2: 503 Service Unavailable",
  ]);
  expect(points.map(({ target }) => target)).toEqual([
    { to: "request", id: "req_1" },
    { to: "connection", id: "web_1" },
    { to: "execution", transformationId: "trs_1", id: "exe_1" },
    { to: "connection", id: "web_1" },
    { to: "connection", id: "web_1" },
    null,
    { to: "attempt", id: "atm_1" },
    { to: "attempt", id: "atm_2" },
  ]);
  expect(points.at(-1)).toMatchObject({ tone: "bad", short: "#2 503", at: "2026-11-14T14:02:00.000Z" });
});

test("rules of a connection that was edited since are not guessed", () => {
  const change = { rules_edited_at: "2026-11-14T15:00:00.000Z" };
  const [, edited] = line(change);

  expect(edited).toMatchObject({
    title: "Edited since",
    detail: expect.stringMatching(/^on Nov 14 \d\d:00:00, rules not recorded$/),
  });
  expect(traceNote(aTrace(change))).toMatch(
    /^The connection was edited on Nov 14 \d\d:00:00, after this event was made\. Which rules/,
  );
  expect(traceNote(aTrace())).toBeNull();
});

describe("the end of the line", () => {
  const none = { attempts: [], attempts_count: 0 };

  test.each([
    ["waits for the next attempt", { next_attempt_at: "2026-11-14T14:03:18Z" }, "Attempt 3: in 48 s", "late"],
    ["is held", { ...none, status: "HOLD" as const }, "Held: until the connection is unpaused", "hold"],
    ["is cancelled", { ...none, status: "CANCELLED" as const }, "Cancelled", "off"],
    [
      "is on the wire for the first time",
      { attempts: [], attempts_count: 1, status: "QUEUED" as const },
      "Attempt 1: is sent now",
      "wait",
    ],
    ["waits for its turn after a retry", { status: "QUEUED" as const }, "Attempt 3: is sent now", "wait"],
    [
      "is delayed",
      { ...none, status: "SCHEDULED" as const, next_attempt_at: "2026-11-14T15:01:30Z" },
      "Attempt 1: in 59 min",
      "late",
    ],
  ])("%s", (_name, change, text, tone) => {
    const points = line(change);

    expect(words(points).at(-1)).toBe(text);
    expect(points.at(-1)?.tone).toBe(tone);
  });

  test("is the attempt that delivered it", () => {
    const attempts = [aTracedAttempt(1, { status: "SUCCESSFUL", response_status: 200 })];

    expect(line({ attempts, attempts_count: 1, status: "SUCCESSFUL" }).at(-1)).toMatchObject({
      tone: "ok",
      detail: "200 OK",
    });
  });

  test("is the code of an attempt without an answer", () => {
    const attempts = [aTracedAttempt(1, { response_status: null, error_code: "TIMEOUT" })];

    expect(words(line({ attempts, attempts_count: 1 })).at(-1)).toBe("Attempt 1: TIMEOUT");
  });
});

test("of many attempts the first and the newest stand on the line, and one point counts the others", () => {
  const attempts = [1, ...Array.from({ length: 60 }, (_, at) => at + 141)].map((number) =>
    aTracedAttempt(number),
  );

  const points = line({ attempts, attempts_count: 200 }, 6).slice(2);

  expect(words(points)).toEqual([
    "Attempt 1: 503 Service Unavailable",
    "197 more attempts",
    "Attempt 199: 503 Service Unavailable",
    "Attempt 200: 503 Service Unavailable",
  ]);
  expect(points[1]?.target).toEqual({ to: "attempts" });
});

const attempt = (number: number) => `Attempt ${number}: 503 Service Unavailable`;

test("as many attempts as fit stand on the line, and never fewer than two", () => {
  const attempts = [1, 2, 3, 4].map((number) => aTracedAttempt(number));
  const shown = (room: number) => words(line({ attempts, attempts_count: 4 }, room)).slice(2);

  expect(shown(6)).toEqual([1, 2, 3, 4].map(attempt));
  expect(shown(5)).toEqual([attempt(1), "2 more attempts", attempt(4)]);
  expect(shown(2)).toEqual([attempt(1), "2 more attempts", attempt(4)]);
});

test("attempts that are past retention are counted, not forgotten", () => {
  expect(words(line({ attempts: [], attempts_count: 3 })).at(-1)).toBe("3 attempts: no longer kept");
});
