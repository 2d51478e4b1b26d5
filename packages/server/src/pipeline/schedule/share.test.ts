import { expect, test } from "vitest";
import {
  type AttemptPace,
  type DestinationShare,
  type Sockets,
  firstShare,
  mayOpen,
  paceOf,
  shareAfter,
} from "./share.ts";

const MOST = 128;
const ANSWER = { isTimeout: false, tookMs: 20, deadlineMs: 60_000 };
const SLOW_ANSWER = { ...ANSWER, tookMs: 50_000 };
const TIMEOUT = { ...ANSWER, isTimeout: true, tookMs: 60_000 };
const sockets = (open: number, openToSlow: number): Sockets => ({ open, openToSlow, most: 1_024 });

function after(share: DestinationShare, ...attempts: AttemptPace[]): DestinationShare {
  return attempts.reduce((last, attempt) => shareAfter(last, attempt, MOST), share);
}
const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

test("a new destination begins with a part and has its whole share after a hundred answers", () => {
  expect(firstShare(MOST)).toEqual({ most: 32, isQuick: false, timeoutsInRow: 0 });
  expect(after(firstShare(MOST), ANSWER)).toEqual({ most: 33, isQuick: true, timeoutsInRow: 0 });
  expect(after(firstShare(MOST), ...times(200, ANSWER)).most).toBe(MOST);
  expect(firstShare(4).most).toBe(4);
});

test("timeouts in a row halve the share, down to eight; one among answers does not", () => {
  const whole = after(firstShare(MOST), ...times(200, ANSWER));

  expect(after(whole, TIMEOUT)).toEqual({ most: 128, isQuick: false, timeoutsInRow: 1 });
  expect(after(whole, TIMEOUT, TIMEOUT).most).toBe(64);
  expect(after(whole, ...times(50, TIMEOUT)).most).toBe(8);
  expect(after(whole, TIMEOUT, ANSWER, TIMEOUT, ANSWER)).toMatchObject({ most: 128, isQuick: true });
  expect(shareAfter(firstShare(4), TIMEOUT, 4).most).toBe(4);
});

test("an answer that takes most of the deadline keeps the share but is not quick", () => {
  expect(after(firstShare(MOST), ANSWER, SLOW_ANSWER)).toMatchObject({ most: 34, isQuick: false });
});

test("who may take longer than usual is never quick", () => {
  const patient = { ...ANSWER, deadlineMs: 60_001 };

  expect(after(firstShare(MOST), ...times(200, patient))).toEqual({
    most: MOST,
    isQuick: false,
    timeoutsInRow: 0,
  });
  expect(after(firstShare(MOST), patient, { ...ANSWER, deadlineMs: 1_000 }).isQuick).toBe(true);
});

test("a quick destination may use every socket up to its share", () => {
  const quick = after(firstShare(MOST), ...times(200, ANSWER));

  expect(mayOpen(quick, 127, sockets(1_023, 512))).toBe(true);
  expect(mayOpen(quick, 128, sockets(500, 0))).toBe(false);
  expect(mayOpen(quick, 0, sockets(1_024, 0))).toBe(false);
});

test("however many destinations hang, a quarter of the sockets is left to those that answer", () => {
  const open = times(2_000, 0);
  const hanging = firstShare(MOST);
  let all = 0;
  for (let round = 0; round < MOST; round++) {
    for (const [queue, count] of open.entries()) {
      if (!mayOpen(hanging, count, sockets(all, all))) continue;
      open[queue] = count + 1;
      all++;
    }
  }

  expect(all).toBe(768);
  expect(mayOpen(after(hanging, ANSWER), 5, sockets(all, all))).toBe(true);
});

test("a few that hang leave a newcomer room at once", () => {
  const open = times(10, 0);
  let all = 0;
  for (let round = 0; round < MOST; round++) {
    for (const [queue, count] of open.entries()) {
      if (!mayOpen(firstShare(MOST), count, sockets(all, all))) continue;
      open[queue] = count + 1;
      all++;
    }
  }

  expect(all).toBeLessThanOrEqual(512);
  expect(mayOpen(firstShare(MOST), 0, sockets(all, all))).toBe(true);
});

test("an attempt without an answer took until it ended, so a token server that hangs is not quick", () => {
  const failed = { error_code: "OAUTH2_HANDSHAKE_FAILED", createdAtMs: 1_000, respondedAtMs: null } as const;
  const pace = paceOf(failed, 60_000, 31_000);

  expect(pace).toEqual({ isTimeout: false, tookMs: 30_000, deadlineMs: 60_000 });
  expect(after(firstShare(MOST), pace).isQuick).toBe(false);
});
