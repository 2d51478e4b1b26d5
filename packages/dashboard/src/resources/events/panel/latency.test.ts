import { expect, test } from "vitest";
import { durationText, latencyText, shortLatency } from "./latency.ts";

test("a duration is read at a glance, whatever its size", () => {
  expect([0, 184, 999, 1000, 1840, 60_000].map(durationText)).toEqual([
    "0 ms",
    "184 ms",
    "999 ms",
    "1 s",
    "1.8 s",
    "60 s",
  ]);
});

test("an attempt says how long it took to deliver, and then to answer or to fail", () => {
  const answered = { delivery_latency: 12, response_latency: 184, response_status: 200 };

  expect(latencyText(answered)).toBe("12 ms to deliver · 184 ms to answer");
  expect(latencyText({ ...answered, response_status: null })).toBe("12 ms to deliver · 184 ms to fail");
  expect(latencyText({ ...answered, response_latency: null })).toBe("12 ms to deliver");
  expect(latencyText({ delivery_latency: null, response_latency: null, response_status: null })).toBe("–");
});

test("the short form names the unit once, and both when they differ", () => {
  expect(shortLatency({ delivery_latency: 12, response_latency: 184 })).toBe("12 · 184 ms");
  expect(shortLatency({ delivery_latency: 12, response_latency: 1840 })).toBe("12 ms · 1.8 s");
  expect(shortLatency({ delivery_latency: 12, response_latency: null })).toBe("12 ms");
  expect(shortLatency({ delivery_latency: null, response_latency: null })).toBe("–");
});
