import { expect, test } from "vitest";
import {
  type EventState,
  afterAttempt,
  afterBulkAbort,
  afterBulkRetry,
  afterCancel,
  afterClaim,
  afterPause,
  afterRetention,
  afterRetry,
  afterRouting,
  afterStop,
  afterUnpause,
  followingOf,
} from "./lifecycle.ts";

const NOW = Date.parse("2026-11-15T12:00:00Z");
const NEW = { isPaused: false, delayMs: 0, hasRoom: true, nowMs: NOW };
const onItsWay = afterRouting(NEW);
const held = afterRouting({ ...NEW, isPaused: true });
const delayed = afterRouting({ ...NEW, delayMs: 60_000 });
const ended = (response_status: number, atMs: number | null = null): EventState =>
  afterAttempt(onItsWay, { response_status, error_code: null }, { atMs, retries: atMs === null ? 0 : 1 });

test("a new event is on its way, waits for room, is delayed, or is held", () => {
  expect(onItsWay).toMatchObject({ status: "QUEUED", isLeased: true, attempts: 1, nextAttemptAtMs: null });
  expect(afterRouting({ ...NEW, hasRoom: false })).toMatchObject({
    isLeased: false,
    attempts: 0,
    nextAttemptAtMs: NOW,
  });
  expect(delayed).toMatchObject({ status: "SCHEDULED", isLeased: false, nextAttemptAtMs: NOW + 60_000 });
  expect(held).toMatchObject({ status: "HOLD", isLeased: false, nextAttemptAtMs: null });
  expect(afterRouting({ ...NEW, isPaused: true, delayMs: 1 }).status).toBe("HOLD");
});

test("any 2xx is a success and everything else a failure, with or without a retry", () => {
  expect(ended(299)).toMatchObject({ status: "SUCCESSFUL", isLeased: false, nextAttemptAtMs: null });
  for (const status of [199, 300, 404, 503]) expect(ended(status).status).toBe("FAILED");
  expect(ended(500, NOW + 1)).toMatchObject({
    status: "FAILED",
    nextAttemptAtMs: NOW + 1,
    trigger: "AUTOMATIC",
    retries: 1,
  });
});

test("a cancelled event was never tried; one that was goes back to what its last attempt said", () => {
  expect(afterCancel(held).status).toBe("CANCELLED");
  expect(afterCancel(delayed)).toMatchObject({ status: "CANCELLED", nextAttemptAtMs: null });
  expect(afterCancel(ended(500, NOW + 1))).toMatchObject({ status: "FAILED", nextAttemptAtMs: null });
  const again = afterRetry(ended(200), "MANUAL", NOW);
  expect(again && afterCancel(again)).toMatchObject({ status: "SUCCESSFUL", nextAttemptAtMs: null });
  expect(afterCancel(ended(200))).toEqual(ended(200));
});

test("an aborted bulk retry does not make a failure of what was a success", () => {
  const aborted = afterBulkAbort(afterBulkRetry(ended(200), NOW), "SUCCESSFUL");
  const again = afterRetry(aborted, "MANUAL", NOW);

  expect(aborted).toMatchObject({ status: "SUCCESSFUL", error_code: "BULK_RETRY_CANCELLED" });
  expect(again && afterCancel(again).status).toBe("SUCCESSFUL");
});

test("everything but what is on its way can be retried at once, and costs the rule nothing", () => {
  expect(afterRetry(onItsWay, "MANUAL", NOW)).toBeNull();
  expect(afterRetry(afterCancel(onItsWay), "MANUAL", NOW)).toBeNull();
  for (const event of [held, delayed, ended(200), ended(500, NOW + 9), afterCancel(held)]) {
    expect(afterRetry(event, "BULK_RETRY", NOW)).toMatchObject({
      status: "QUEUED",
      trigger: "BULK_RETRY",
      nextAttemptAtMs: NOW,
      retries: event.retries,
    });
  }
});

test("a pause holds what is due, and what is due later when its time comes", () => {
  const due = ended(500, NOW - 1);

  expect(afterPause(due, NOW).status).toBe("HOLD");
  expect(afterPause(delayed, NOW)).toEqual(delayed);
  expect(afterUnpause(afterPause(due, NOW), NOW)).toMatchObject({ status: "QUEUED", trigger: "UNPAUSE" });
  expect(afterClaim(afterPause(due, NOW), NOW)).toEqual(afterPause(due, NOW));
});

test("what is pending ends as failed with its connection, and when its data is past retention unless it is still to be sent", () => {
  for (const event of [held, delayed, ended(500, NOW + 1)]) {
    expect(afterStop(event)).toMatchObject({
      status: "FAILED",
      error_code: "CANCELLED",
      nextAttemptAtMs: null,
    });
    expect(afterRetention(event, Number.POSITIVE_INFINITY)).toMatchObject({
      status: "FAILED",
      error_code: "CANCELLED_PAST_RETENTION",
      nextAttemptAtMs: null,
    });
  }
  expect(afterRetention(delayed, NOW)).toEqual(delayed);
  for (const event of [onItsWay, ended(200), ended(500), afterCancel(held)]) {
    expect(afterStop(event)).toEqual(event);
    expect(afterRetention(event, Number.POSITIVE_INFINITY)).toEqual(event);
  }
});

test("what a pause holds is not what somebody retries by hand while the events follow", () => {
  const retried = afterRetry(held, "MANUAL", NOW);
  if (!retried) throw new Error("a held event can be retried");

  expect(afterPause(retried, NOW, false)).toEqual(retried);
  expect(afterPause(retried, NOW).status).toBe("HOLD");
  expect(afterPause({ ...retried, trigger: "BULK_RETRY" }, NOW, false).status).toBe("HOLD");
});

test.each([
  [{ isStopped: true, isCancelling: true, isPaused: true }, "cancel"],
  [{ isStopped: true, isCancelling: false, isPaused: false }, "cancel"],
  [{ isStopped: false, isCancelling: true, isPaused: true }, "cancel earlier"],
  [{ isStopped: false, isCancelling: true, isPaused: false }, "cancel earlier"],
  [{ isStopped: false, isCancelling: false, isPaused: true }, "hold"],
  [{ isStopped: false, isCancelling: false, isPaused: false }, "release"],
] as const)("the events of a connection that is %o: %s", (connection, following) => {
  expect(followingOf(connection)).toBe(following);
});
