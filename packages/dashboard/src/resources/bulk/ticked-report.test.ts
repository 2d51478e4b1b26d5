import { expect, test } from "vitest";
import { isHandled, tickedReport } from "./ticked-report.ts";

const done = { in_progress: false, completed_count: 12, failed_count: 0, estimated_count: 12 };

test("what went well is one sentence with a number", () => {
  expect(tickedReport("events.retry", done, 12)).toEqual({
    kind: "success",
    text: "Events queued for retry",
    description: "12 events",
  });
  expect(tickedReport("events.cancel", { ...done, completed_count: 1 }, 1).text).toBe(
    "Events queued for cancellation",
  );
});

test("what went wrong says how many and why, also for rows that the operation did not find", () => {
  expect(tickedReport("events.retry", { ...done, completed_count: 9, failed_count: 1 }, 12)).toEqual({
    kind: "warning",
    text: "3 of 12 events could not be retried",
    description:
      "Their connection is disabled or deleted, their data is archived, or they are on their way again.",
  });
  expect(tickedReport("events.cancel", { ...done, completed_count: 0, failed_count: 1 }, 1)).toMatchObject({
    kind: "error",
    text: "1 of 1 event could not be cancelled",
  });
});

test("an operation that still works is not reported as failed", () => {
  const working = { in_progress: true, completed_count: 3, failed_count: 0, estimated_count: 12 };

  expect(isHandled(working)).toBe(false);
  expect(tickedReport("events.retry", working, 12).kind).toBe("success");
  expect(isHandled({ ...working, completed_count: 11, failed_count: 1 })).toBe(true);
});
