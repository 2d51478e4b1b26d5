import * as fc from "fast-check";
import { expect, test } from "vitest";
import { groupPaceOf } from "./group-pace.ts";
import { createGroupSlots } from "./group-slots.ts";
import { paceOf } from "./limiter.ts";

const SECONDLY = paceOf(10, 1_000);
const MINUTELY = paceOf(1, 60_000);
const HALF_HOURLY: { rate: number; rate_period: "hour" } = { rate: 2, rate_period: "hour" };
const secondly = () => SECONDLY;
const minutely = () => MINUTELY;

test("each group has slots of its own", () => {
  const slots = createGroupSlots();

  slots.use("a", SECONDLY, 0, false);

  expect(slots.waitMs("a", SECONDLY, 0)).toBe(SECONDLY.intervalMs);
  expect(slots.waitMs("b", SECONDLY, 0)).toBe(0);
});

test("a group may have a rate of its own, and what is in none has none", () => {
  const pace = groupPaceOf({
    key: "body.id",
    rate: 10,
    rate_period: "second",
    overrides: {
      big: { rate: 1, rate_period: "minute" },
      constructor: HALF_HOURLY,
    },
  });

  expect([pace("small"), pace("big"), pace("")]).toEqual([SECONDLY, MINUTELY, null]);
  expect(pace("constructor")).toEqual(paceOf(2, 3_600_000));
  expect(pace("toString")).toEqual(SECONDLY);
});

test("no window has too many of a group, whenever they come and however late the timers are", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.array(fc.double({ min: 0, max: 40, noNaN: true }), { minLength: 1, maxLength: 400 }),
      (limit, steps) => {
        const pace = paceOf(limit, 1_000);
        const slots = createGroupSlots();
        const sent: number[] = [];
        let nowMs = 0;
        for (const stepMs of steps) {
          nowMs += stepMs;
          if (slots.waitMs("a", pace, nowMs) > 0) continue;
          slots.use("a", pace, nowMs, true);
          slots.forget(() => pace, nowMs);
          sent.push(nowMs);
        }
        for (const fromMs of sent) {
          const within = sent.filter((atMs) => atMs >= fromMs && atMs < fromMs + 1_000).length;
          expect(within).toBeLessThanOrEqual(Math.max(limit + 1, limit * 1.05));
        }
      },
    ),
    { numRuns: 300, seed: 20_261_115 },
  );
});

test("a group that may send at once is forgotten, once its slot is stored", () => {
  const slots = createGroupSlots();
  slots.use("often", SECONDLY, 0, false);
  slots.use("rare", MINUTELY, 0, false);
  const paceOfGroup = (group: string) => (group === "rare" ? MINUTELY : SECONDLY);

  slots.forget(paceOfGroup, 1_000);
  expect(slots.size()).toBe(1);
  slots.forget(paceOfGroup, 100_000);
  expect(slots.size()).toBe(1);
  expect(slots.takeMoved(paceOfGroup, 100_000).map((one) => one.delivery_group)).toEqual(["rare"]);
  slots.forget(paceOfGroup, 100_000);
  expect(slots.size()).toBe(0);
});

test("only so many groups are remembered; another waits until one is forgotten", () => {
  const slots = createGroupSlots(2);
  for (const group of ["a", "b"]) slots.use(group, SECONDLY, 0, false);

  expect(slots.waitMs("c", SECONDLY, 0)).toBeGreaterThan(0);
  expect(slots.waitMs("a", SECONDLY, 1_000)).toBe(0);
  slots.forget(secondly, 1_000);
  expect(slots.waitMs("c", SECONDLY, 1_000)).toBe(0);
});

test("a rare slot is told until it is stored", () => {
  const slots = createGroupSlots();

  expect([slots.use("a", MINUTELY, 0, false), slots.use("b", SECONDLY, 0, false)]).toEqual([true, false]);
  const moved = slots.takeMoved(minutely, 5_000);
  expect(moved).toEqual([{ delivery_group: "a", wait_ms: MINUTELY.intervalMs - 5_000 }]);
  expect(slots.takeMoved(minutely, 5_000)).toEqual([]);
  slots.moveAgain(moved);
  expect(slots.takeMoved(minutely, 5_000)).toEqual(moved);
});

test("who takes a destination goes on where the one before was, and lets the others wait for one slot", () => {
  const slots = createGroupSlots();
  const paceOfGroup = (group: string) => (group.startsWith("rare") ? MINUTELY : SECONDLY);

  slots.taken(
    [
      { delivery_group: "rare", wait_ms: 30_000 },
      { delivery_group: "rare and faster now", wait_ms: 3_000_000 },
    ],
    paceOfGroup,
    1_000,
  );

  expect(slots.waitMs("rare", MINUTELY, 1_000)).toBe(30_000);
  expect(slots.waitMs("rare and faster now", MINUTELY, 1_000)).toBe(MINUTELY.intervalMs);
  // A rare slot would be stored if it had been used; a frequent one may have been used without being stored.
  expect(slots.waitMs("rare and new", MINUTELY, 1_000)).toBe(0);
  expect(slots.waitMs("often", SECONDLY, 1_000)).toBeCloseTo(SECONDLY.intervalMs);
  expect(slots.waitMs("often", SECONDLY, 2_000)).toBe(0);
});
