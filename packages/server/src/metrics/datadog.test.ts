import { expect, test } from "vitest";
import { type DatadogSeries, inCalls, minutesToSend } from "./datadog.ts";

const NOW = Date.UTC(2026, 0, 2, 3, 4, 30);
const at = (hour: number, minute: number) => Date.UTC(2026, 0, 2, hour, minute);

test.each([
  ["first push", null, at(2, 54)],
  ["a minute after a success", NOW - 60_000, at(2, 53)],
  ["after an outage of half an hour", NOW - 30 * 60_000, at(2, 24)],
  ["after an outage of a day, no further than Datadog reads", NOW - 24 * 60 * 60_000, at(2, 14)],
])("%s", (_, succeededAtMs, fromMs) => {
  expect(minutesToSend(NOW, succeededAtMs)).toEqual({ fromMs, untilMs: at(3, 5) });
});

test("no call is larger than Datadog takes, and none is lost", () => {
  const series = Array.from({ length: 50 }, (_value, number): DatadogSeries => ({
    metric: "posthorn.x",
    type: 1,
    points: [],
    tags: [`number:${number}`],
  }));

  const calls = inCalls(series, 500);

  expect(calls.length).toBeGreaterThan(5);
  for (const call of calls) expect(call.length).toBeLessThan(520);
  expect(calls.flatMap((call) => JSON.parse(call.toString()).series)).toEqual(series);
  expect(inCalls([])).toEqual([]);
});
