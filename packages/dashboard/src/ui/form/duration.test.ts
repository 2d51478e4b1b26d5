import { expect, test } from "vitest";
import { durationText, naturalUnit } from "./duration.ts";

test.each([
  [0, "0 ms"],
  [500, "500 ms"],
  [1500, "1.5 s"],
  [30_000, "30 s"],
  [90_000, "1 min 30 s"],
  [930_000, "15 min 30 s"],
  [3_600_000, "1 h"],
  [90_061_000, "1 d 1 h 1 min 1 s"],
])("%i ms is written as %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test.each([
  [null, "seconds"],
  [0, "seconds"],
  [1500, "seconds"],
  [90_000, "seconds"],
  [120_000, "minutes"],
  [7_200_000, "hours"],
  [604_800_000, "days"],
])("%s ms is edited in %s", (ms, unit) => {
  expect(naturalUnit(ms)).toBe(unit);
});
