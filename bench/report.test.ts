import { expect, test } from "vitest";
import { reportOf } from "./report.ts";

test("the table says figure, bar and verdict, each in its column", () => {
  const table = reportOf([
    { name: "full path", value: 5123.4, unit: "events/s", bar: null, met: null },
    { name: "full path ÷ bare ack", value: 0.184, unit: "", bar: { atLeast: 0.2 }, met: false },
    { name: "ack p99 at half load", value: 12.34, unit: "ms", bar: { atMost: 50 }, met: true },
  ]);

  expect(table).toBe(
    [
      "figure                measured        bar",
      "full path             5,123 events/s",
      "full path ÷ bare ack  0.18            ≥ 0.2    MISSED",
      "ack p99 at half load  12.3 ms         ≤ 50 ms  met",
    ].join("\n"),
  );
});
