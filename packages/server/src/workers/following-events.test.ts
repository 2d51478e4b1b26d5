import { expect, test } from "vitest";
import { pauseFor } from "./following-events.ts";

const taken = { isBehind: true, events: 500, isAwaited: false };

test.each([
  ["as long as traffic needs", taken, 120, 120],
  ["longer when all that is left is in the hands of others", { ...taken, events: 0 }, 20, 50],
  ["not even that when traffic needs more", { ...taken, events: 0 }, 250, 250],
  ["hardly, when a destination waits for what is still held", { ...taken, isAwaited: true }, 250, 10],
])("a turn is followed by a pause: %s", (_, turn, gentleMs, pauseMs) => {
  expect(pauseFor(turn, gentleMs)).toBe(pauseMs);
});
