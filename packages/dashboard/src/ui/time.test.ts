import { expect, onTestFinished, test, vi } from "vitest";
import { fullTime, minuteClock, minuteTime, momentText, relativeTime, shortTime } from "./time.ts";

const moment = new Date("2026-11-14T23:05:09.071Z");

test.each([
  ["UTC", "Nov 14 23:05:09"],
  ["Europe/Berlin", "Nov 15 00:05:09"],
  ["Asia/Kathmandu", "Nov 15 04:50:09"],
])("a cell shows month, day and a 24-hour clock in the reader's zone %s", (zone, written) => {
  vi.stubEnv("TZ", zone);
  onTestFinished(() => void vi.unstubAllEnvs());

  expect(shortTime(moment)).toBe(written);
  expect(`${minuteTime(moment)}:09`).toBe(written);
  expect(written).toContain(` ${minuteClock(moment)}:`);
});

test("a sentence names the day only if it is another one", () => {
  const at = new Date(2026, 10, 14, 3, 12, 9);

  expect(momentText(at, new Date(2026, 10, 14, 23, 59))).toBe("03:12");
  expect(momentText(at, new Date(2026, 10, 15, 0, 1))).toBe("Nov 14 03:12");
  expect(momentText(at, new Date(2027, 10, 14, 3, 12))).toBe("Nov 14 03:12");
});

test("a tooltip adds year, milliseconds and zone", () => {
  expect(fullTime(moment, "Europe/Berlin")).toBe("Nov 15, 2026, 00:05:09.071 GMT+1");
});

test.each([
  [0, "now"],
  [-400, "now"],
  [48_000, "in 48 s"],
  [-59_000, "59 s ago"],
  [-180_000, "3 min ago"],
  [3_540_000, "in 59 min"],
  [-7_200_000, "2 h ago"],
  [-47 * 3_600_000, "47 h ago"],
  [-72 * 3_600_000, "3 days ago"],
])("%i ms from now is %s", (offsetMs, words) => {
  expect(relativeTime(new Date(moment.getTime() + offsetMs), moment)).toBe(words);
});
