import { expect, test } from "vitest";
import { createAlarms } from "./alarms.ts";

const HOUR_MS = 60 * 60 * 1000;

test("an alarm keeps the time at which it began, until it is ended", () => {
  const alarms = createAlarms();
  const before = new Date().toISOString();
  alarms.raise("reload_failed");
  const { reload_failed: since = "" } = alarms.active();
  expect([before <= since, since <= new Date().toISOString()]).toEqual([true, true]);

  alarms.raise("reload_failed");
  expect(alarms.active()).toEqual({ reload_failed: since });

  alarms.end("reload_failed");
  expect(alarms.active()).toEqual({});
});

test("every raise is counted, also of an alarm that is active, and no end takes a count back", () => {
  const alarms = createAlarms();
  alarms.raise("take_over_failed");
  alarms.raise("take_over_failed");
  alarms.end("take_over_failed");
  alarms.raise("settling_refused");

  expect(alarms.readings()).toEqual([
    { name: "settling_refused", raised: 1, isActive: true },
    { name: "take_over_failed", raised: 2, isActive: false },
    { name: "events_stranded", raised: 0, isActive: false },
    { name: "reload_failed", raised: 0, isActive: false },
  ]);
});

test("refused attempts end their alarm an hour after the last of them; the other alarms wait for their end", () => {
  let nowMs = 0;
  const alarms = createAlarms(() => nowMs);
  alarms.raise("settling_refused");
  alarms.raise("take_over_failed");
  const both = alarms.active();

  nowMs = HOUR_MS - 1;
  alarms.raise("settling_refused");
  nowMs = 2 * HOUR_MS - 2;
  expect(alarms.active()).toEqual(both);

  nowMs = 2 * HOUR_MS - 1;
  expect(alarms.active()).toEqual({ take_over_failed: both.take_over_failed });
});
