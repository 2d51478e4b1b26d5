import { expect, test } from "vitest";
import { isTooQuiet } from "./quiet-bodies.ts";

/** At which tick is a body given up that has brought so many bytes at each tick? Null: never. */
function givenUpAt(bytesAt: (tick: number) => number): number | null {
  const body = { bytes: 0, countedBytes: 0, quietTicks: 0 };
  for (let tick = 1; tick <= 60; tick++) {
    body.bytes = bytesAt(tick);
    if (isTooQuiet(body)) return tick;
  }
  return null;
}

test.each([
  ["brings nothing", () => 0, 11],
  ["brings one byte and stops", () => 1, 11],
  ["stops shortly before its end", (tick: number) => Math.min(tick * 1_000_000, 9_999_999), 21],
  ["trickles, a byte in each tick", (tick: number) => tick, 11],
  ["is sent by a slow phone, 100 bytes in each tick", (tick: number) => tick * 100, null],
  ["rests for nine ticks and then brings 1,000 bytes", (tick: number) => Math.floor(tick / 10) * 1_000, null],
])("a body that %s", (_, bytesAt, tick) => {
  expect(givenUpAt(bytesAt)).toBe(tick);
});
