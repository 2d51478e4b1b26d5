import type { Event } from "@posthorn/contract/events";
import { EVENT_STATUSES } from "@posthorn/contract/causes";
import { expect, test } from "vitest";
import { canCancel, cancelled, whyNoRetry } from "./possible-actions.ts";
import { anEvent } from "./test-events.ts";

const held = anEvent(1, { status: "HOLD", attempts: 0, last_attempt_at: null, response_status: null });

test("what waits can be cancelled, and so can planned attempts", () => {
  const cancellable = EVENT_STATUSES.filter((status) => canCancel({ status, next_attempt_at: null }));

  expect(cancellable).toEqual(["SCHEDULED", "QUEUED", "HOLD"]);
  expect(canCancel({ status: "FAILED", next_attempt_at: "2026-11-14T14:33:06Z" })).toBe(true);
});

test.each<[string, Partial<Event>, Event["status"]]>([
  ["never tried", {}, "CANCELLED"],
  ["failed before", { last_attempt_at: held.created_at, response_status: 503 }, "FAILED"],
  ["delivered before", { last_attempt_at: held.created_at, response_status: 204 }, "SUCCESSFUL"],
  ["timed out before", { last_attempt_at: held.created_at, error_code: "TIMEOUT" }, "FAILED"],
])("a cancelled event that was %s", (_name, change, status) => {
  expect(cancelled({ ...held, ...change })).toEqual({ status, next_attempt_at: null });
});

test("a retry that cannot succeed says why beforehand", () => {
  expect(whyNoRetry({ status: "QUEUED" }, false)).toBe("The event is already on its way");
  expect(whyNoRetry({ status: "FAILED" }, true)).toBe("The connection of this event was deleted");
  expect(whyNoRetry({ status: "FAILED", data: null }, false)).toContain("archived");
  expect(whyNoRetry({ status: "FAILED" }, false)).toBeUndefined();
});
