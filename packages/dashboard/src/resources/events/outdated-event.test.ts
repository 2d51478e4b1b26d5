import { expect, test } from "vitest";
import { isOutdated } from "./outdated-event.ts";
import { anAttempt, anEvent } from "./test-events.ts";

const attempt = anAttempt(2);
const settled = anEvent(1, {
  status: "FAILED",
  attempts: 2,
  response_status: 503,
  last_attempt_at: attempt.created_at,
  updated_at: "2026-11-14T14:01:00.000Z",
});

test("an event that says the same as its newer attempt is up to date", () => {
  expect(isOutdated(settled, attempt)).toBe(false);
});

test.each([
  ["status", { status: "QUEUED" as const }],
  ["time of the last attempt", { last_attempt_at: "2026-11-14T14:01:00.000Z" }],
  ["number of attempts", { attempts: 1 }],
  ["response status", { response_status: 500 }],
  ["error code", { error_code: "TIMEOUT" as const }],
])("another %s makes it outdated, unless the event is the newer one", (_name, change) => {
  const event = { ...settled, ...change };

  expect(isOutdated(event, attempt)).toBe(true);
  expect(isOutdated({ ...event, updated_at: "2026-11-14T14:02:00.000Z" }, attempt)).toBe(false);
});
