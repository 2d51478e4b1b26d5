import { expect, test } from "vitest";
import { paceOf } from "./limiter.ts";
import { type DestinationLimit, createPacing, passesSoon, untilNextSlotMs } from "./pacing.ts";

const FRESH = { wait_ms: 0, was_abandoned: false, groups: [] };

function pacingOf(limits: Record<string, Partial<DestinationLimit>>) {
  const destinations = new Map<string, DestinationLimit>();
  const set = (key: string, limit: Partial<DestinationLimit>) =>
    destinations.set(key, {
      teamKey: "team",
      rate_limit: null,
      rate_limit_period: "second",
      max_events_per_second: null,
      groupPace: null,
      ...limit,
    });
  for (const [key, limit] of Object.entries(limits)) set(key, limit);
  let rareSlots = 0;
  const pacing = createPacing({
    limits: () => destinations,
    isHeard: () => true,
    rareSlotUsed: () => rareSlots++,
    rareGroupSlotUsed: () => undefined,
  });
  pacing.refresh();
  return { ...pacing, set, rareSlots: () => rareSlots };
}

const ids = (limiters: readonly { id: string }[]) => limiters.map(({ id }) => id);

test("only what is limited has a gate", () => {
  const pacing = pacingOf({ free: {}, limited: { rate_limit: 1 }, capped: { max_events_per_second: 5 } });

  expect(pacing.gateOf("free")).toBeNull();
  expect([...pacing.gates.keys()]).toEqual(["limited", "capped"]);
});

test("whoever has the cap of a project paces its destinations too, and nobody else wants them", () => {
  const pacing = pacingOf({
    a: { rate_limit: 1, max_events_per_second: 5 },
    b: { max_events_per_second: 5 },
  });
  expect(ids(pacing.wanted())).toEqual(["team"]);

  for (const limiter of pacing.wanted()) pacing.taken(limiter, FRESH, 0);
  expect(ids(pacing.wanted())).toEqual(["team", "a"]);
  const gate = pacing.gateOf("a");
  expect(gate && pacing.standingOf(gate)).toBe("unknown");
});

test("a destination's limiter is let go when another process has the cap, or the limit is gone", () => {
  const pacing = pacingOf({ a: { rate_limit: 1 } });
  for (const limiter of pacing.wanted()) pacing.taken(limiter, FRESH, 0);
  expect(ids(pacing.unwanted())).toEqual([]);

  pacing.set("a", { rate_limit: 1, max_events_per_second: 5 });
  pacing.refresh();
  const gate = pacing.gateOf("a");
  if (gate?.cap) gate.cap.standing = "theirs";
  expect(ids(pacing.unwanted())).toEqual(["a"]);
  expect(gate && pacing.standingOf(gate)).toBe("theirs");

  pacing.set("a", {});
  pacing.refresh();
  expect(ids(pacing.unwanted())).toEqual(["a"]);
  expect(pacing.wanted()).toEqual([]);
});

/** The wait of a limiter for its first slot, given the state that the previous owner left. */
function firstWait(limit: Partial<DestinationLimit>, left: { wait_ms: number; was_abandoned: boolean }) {
  const pacing = pacingOf({ a: limit });
  const [limiter] = pacing.wanted();
  if (!limiter) throw new Error("a limited destination has a limiter");
  pacing.taken(limiter, { ...left, groups: [] }, 0);
  return pacing.waitMs(limiter, 0);
}

test("a limiter begins where the one before left it, and one slot later when that one died", () => {
  const { intervalMs } = paceOf(1, 1_000);
  const HOURLY = { rate_limit: 1, rate_limit_period: "hour" } as const;

  expect(firstWait({ rate_limit: 1 }, { wait_ms: 400, was_abandoned: false })).toBe(400);
  expect(firstWait({ rate_limit: 1 }, { wait_ms: -5_000, was_abandoned: false })).toBe(0);
  expect(firstWait({ rate_limit: 1 }, { wait_ms: -5_000, was_abandoned: true })).toBe(intervalMs);
  // Rare slots are stored when they are used, so nothing is lost when their owner dies.
  expect(firstWait(HOURLY, { wait_ms: 1_800_000, was_abandoned: true })).toBe(1_800_000);
  // The limit was one per hour when this was stored.
  expect(firstWait({ rate_limit: 1 }, { wait_ms: 1_800_000, was_abandoned: false })).toBe(intervalMs);
});

test("a slot that was used is told until it is stored, a rare one at once", () => {
  const pacing = pacingOf({
    often: { rate_limit: 10 },
    rare: { rate_limit: 1, rate_limit_period: "minute" },
  });
  const [often, rare] = pacing.wanted();
  if (!often || !rare) throw new Error("both are limited");
  for (const limiter of [often, rare]) pacing.taken(limiter, FRESH, 0);
  expect(pacing.moved()).toEqual([]);

  pacing.use(often, 0, false);
  expect([ids(pacing.moved()), pacing.rareSlots()]).toEqual([["often"], 0]);
  pacing.use(rare, 0, false);
  expect([ids(pacing.moved()), pacing.rareSlots()]).toEqual([["often", "rare"], 1]);
  expect(untilNextSlotMs(rare, 0)).toBe(paceOf(1, 60_000).intervalMs);
});

test("what is not ours, or not heard any more, has no next slot", () => {
  const pacing = pacingOf({ a: { rate_limit: 10 } });
  const [limiter] = pacing.wanted();
  if (!limiter) throw new Error("a limited destination has a limiter");
  expect(pacing.waitMs(limiter, 0)).toBe(Number.POSITIVE_INFINITY);

  pacing.taken(limiter, FRESH, 0);
  expect(pacing.waitMs(limiter, 0)).toBe(0);
  pacing.forgetAll();
  expect(pacing.waitMs(limiter, 0)).toBe(Number.POSITIVE_INFINITY);
});

test("a queue holds what passes in three seconds; queues under a cap share it", () => {
  const pacing = pacingOf({
    fast: { rate_limit: 100 },
    slow: { rate_limit: 1, rate_limit_period: "hour" },
    open: { rate_limit: 2, rate_limit_period: "concurrent" },
    capped: { max_events_per_second: 100 },
  });
  const soon = (key: string, queues = 1) => {
    const gate = pacing.gateOf(key);
    return gate && passesSoon(gate, queues);
  };

  expect([soon("fast"), soon("slow"), soon("open"), soon("capped"), soon("capped", 10)]).toEqual([
    296, 2, 128, 296, 30,
  ]);
});
