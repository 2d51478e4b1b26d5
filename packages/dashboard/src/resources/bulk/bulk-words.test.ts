import { BULK_TYPES } from "@posthorn/contract/causes";
import { expect, test } from "vitest";
import { notQueuedText, queuedText } from "./bulk-words.ts";
import * as words from "./operation-words.ts";
import { anEnded, anOperation } from "./test-operations.ts";

test("each toast names what was queued, or what could not be", () => {
  expect(BULK_TYPES.map((type) => [queuedText(type), notQueuedText(type)])).toEqual([
    ["Events queued for retry", "Events failed to queue for retry"],
    ["Events queued for cancellation", "Failed to queue events for cancellation"],
    ["Ignored events queued for retry", "Ignored events failed to queue for retry"],
    ["Requests queued for retry", "Requests failed to queue for retry"],
    ["Requests queued for retry", "Requests failed to queue for retry"],
  ]);
  const cancel = anOperation(12, { type: "events.cancel" });
  expect(words.abortedText(cancel)).toBe("Aborted bulk cancel #12");
  expect(words.notAbortedText(anOperation(7))).toBe("Failed to cancel bulk retry #7");
});

test("an empty list says of what there is none", () => {
  expect([undefined, ...BULK_TYPES].map(words.noneText)).toEqual([
    "No bulk operations",
    "No bulk events",
    "No bulk cancellations",
    "No bulk ignored events",
    "No bulk requests",
    "No bulk requests",
  ]);
});

test("a retry rounds its progress down, a cancel to the nearest", () => {
  expect(words.percentOf(anOperation(1, { progress: 0.999 }))).toBe(99);
  const cancel = { type: "events.cancel", completed_count: 199, estimated_count: 200 } as const;
  expect(words.percentOf(anOperation(1, cancel))).toBe(100);
  expect(words.percentOf(anOperation(1, { ...cancel, completed_count: 3, estimated_count: 0 }))).toBe(100);
});

test("what a retry has queued is done once it was sent", () => {
  expect(words.doneSoFar(anOperation(1, { completed_count: 2130, progress: 0.5 }))).toBe(1065);
  const cancel = anOperation(1, { type: "events.cancel", completed_count: 18 });
  expect(words.doneSoFar(cancel)).toBe(18);
});

test("the time that is left follows from the progress so far", () => {
  const now = new Date("2026-11-14T14:00:30.000Z");

  expect(words.timeLeft(anOperation(1, { progress: 0.75 }), now)).toBe("about 10 s left");
  expect(words.timeLeft(anOperation(1, { progress: 0.1 }), now)).toBe("about 5 min left");
  expect(words.timeLeft(anOperation(1, { progress: 0.001 }), now)).toBeUndefined();
});

test("an operation that has ended says how, and what it left", () => {
  const at = "2026-11-14T14:00:26.000Z";

  expect(words.endText(anEnded(1, { completed_at: at, completed_count: 2130 }))).toBe("Completed in 26 s.");
  expect(words.endText(anEnded(1, { cancelled_at: at, completed_count: 2129 }))).toBe(
    "Aborted after 26 s. 1 event was not retried.",
  );
  expect(words.endText(anEnded(1, { type: "requests.replay", completed_count: 0, failed_count: 130 }))).toBe(
    "Ended by an error after 30 s. 130 requests could not be replayed. 2,000 requests were not replayed.",
  );
});

test("a retry says what became of its events; attempts on the wire are neither retried nor left", () => {
  const at = "2026-11-14T14:00:26.000Z";
  const retry = { estimated_count: 27, completed_count: 27, completed_at: at };

  expect(words.endText(anEnded(1, { ...retry, outcome: { delivered: 15, failed_again: 12 } }))).toBe(
    "Completed in 26 s. 15 delivered, 12 failed again.",
  );
  expect(words.endText(anEnded(1, { ...retry, outcome: { delivered: 20, failed_again: 0 } }))).toBe(
    "Completed in 26 s. 20 delivered. 7 events not sent yet.",
  );
  const aborted = { estimated_count: 300, completed_count: 59, cancelled_at: at };
  expect(words.endText(anEnded(1, { ...aborted, in_flight_count: 18 }))).toBe(
    "Aborted after 26 s. 18 events still on the way. 223 events were not retried.",
  );
  expect(
    words.endText(
      anEnded(1, { ...aborted, completed_count: 77, outcome: { delivered: 70, failed_again: 7 } }),
    ),
  ).toBe("Aborted after 26 s. 70 delivered, 7 failed again. 223 events were not retried.");
});

test("each operation names who started it", () => {
  const names = (
    [
      { kind: "person", name: "Ada" },
      { kind: "api_key", name: "ci" },
      { kind: "api_key", name: null },
      null,
    ] as const
  ).map((started_by) => words.startedByText({ started_by }));

  expect(names).toEqual(["Ada", "API key ci", "A revoked API key", null]);
});
