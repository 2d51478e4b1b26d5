import { expect, test } from "vitest";
import { isInProgress, progressOf } from "./progress.ts";

const RUNNING = {
  estimated_count: 100,
  completed_count: 0,
  failed_count: 0,
  waiting_count: 0,
  cancelled_at: null,
  completed_at: null,
  failed_at: null,
};
const THEN = "2026-01-14T13:36:06.415Z";

test("progress is the share that is done, failed ones among them, without what still waits", () => {
  expect(progressOf(RUNNING)).toBe(0);
  expect(progressOf({ ...RUNNING, completed_count: 60, failed_count: 10, waiting_count: 20 })).toBe(0.5);
});

test("an estimate that is off never leads out of 0 to 1, and what is completed is all of it", () => {
  expect(progressOf({ ...RUNNING, completed_count: 250 })).toBe(1);
  expect(progressOf({ ...RUNNING, waiting_count: 5 })).toBe(0);
  expect(progressOf({ ...RUNNING, estimated_count: 0 })).toBe(0);
  expect(progressOf({ ...RUNNING, completed_count: 3, completed_at: THEN })).toBe(1);
  expect(progressOf({ ...RUNNING, completed_count: 30, cancelled_at: THEN })).toBe(0.3);
});

test("an operation is in progress until it is completed, aborted or failed", () => {
  expect(isInProgress(RUNNING)).toBe(true);
  for (const end of ["completed_at", "cancelled_at", "failed_at"]) {
    expect(isInProgress({ ...RUNNING, [end]: THEN })).toBe(false);
  }
});

test("an aborted operation is as far as it came, whatever is still on the wire", () => {
  expect(progressOf({ ...RUNNING, completed_count: 40, waiting_count: 20, cancelled_at: THEN })).toBe(0.4);
});
