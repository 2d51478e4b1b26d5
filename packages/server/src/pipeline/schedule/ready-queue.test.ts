import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Delivery } from "../delivery.ts";
import { paceOf } from "./limiter.ts";
import { type DestinationLimit, createPacing } from "./pacing.ts";
import { type ReadyQueueDeps, type ReadyQueueLimits, createReadyQueue } from "./ready-queue.ts";

const LIMITS: ReadyQueueLimits = {
  events: 100,
  bytes: 1_000_000,
  eventsPerDestination: 50,
  sending: 100,
  sendingPerDestination: 4,
};
const TEAM = "00000000-0000-0000-0000-000000000000";
/** The time between two slots at ten per second. */
const { intervalMs: TENTH_MS } = paceOf(10, 1_000);
const QUICK = { isTimeout: false, tookMs: 5, deadlineMs: 60_000 };
const TIMEOUT = { isTimeout: true, tookMs: 60_000, deadlineMs: 60_000 };

function delivery(
  destinationKey: string,
  number = 1,
  connectionKey = "web",
  group: string | null = null,
): Delivery {
  const id = Buffer.alloc(16);
  return {
    team: id,
    id,
    request: id,
    connection: id,
    connectionKey,
    destinationKey,
    cliSession: null,
    group,
    attempt_number: number,
    trigger: "INITIAL",
    retries: 0,
    createdAtMs: 0,
    verified: null,
    isClaimed: false,
    payload: { method: "POST", path: "/", query: null, headers: [], client_ip: null, body: null },
  };
}

/** A wire on which each send ends when the test says so. */
function wire() {
  const onWire: { delivery: Delivery; answer: () => void; atMs: number }[] = [];
  const send = (sent: Delivery) =>
    new Promise<void>((answer) => onWire.push({ delivery: sent, answer, atMs: performance.now() }));
  return { onWire, send };
}

/** A queue that owns all its limiters, if it has any. */
function queueOf(
  deps: Partial<ReadyQueueDeps> & Pick<ReadyQueueDeps, "send">,
  limits: Record<string, Partial<DestinationLimit>> = {},
) {
  const destinations = new Map<string, DestinationLimit>();
  const limit = (key: string, change: Partial<DestinationLimit>) =>
    destinations.set(key, {
      teamKey: TEAM,
      rate_limit: null,
      rate_limit_period: "second",
      max_events_per_second: null,
      groupPace: null,
      ...change,
    });
  for (const [key, change] of Object.entries(limits)) limit(key, change);
  let isHeard = true;
  const pacing = createPacing({
    limits: () => destinations,
    isHeard: () => isHeard,
    rareSlotUsed: () => undefined,
    rareGroupSlotUsed: () => undefined,
  });
  const givenBack: Delivery[] = [];
  const queue = createReadyQueue({
    limits: LIMITS,
    pacing,
    isWanted: () => true,
    giveBack: (one) => void givenBack.push(one),
    hasRoom: () => undefined,
    ...deps,
  });
  const refresh = () => {
    pacing.refresh();
    queue.repace();
  };
  const own = () => {
    refresh();
    for (;;) {
      const missing = pacing.wanted().filter((limiter) => limiter.standing !== "ours");
      if (missing.length === 0) break;
      for (const limiter of missing)
        pacing.taken(limiter, { wait_ms: 0, was_abandoned: false, groups: [] }, performance.now());
    }
    pacing.searched(new Set());
    queue.repace();
  };
  own();
  return {
    ...queue,
    pacing,
    givenBack,
    hear: (heard: boolean) => (isHeard = heard),
    change(key: string, change: Partial<DestinationLimit>) {
      limit(key, change);
      own();
    },
    losesAll() {
      for (const limiter of pacing.owned()) limiter.standing = "theirs";
      queue.repace();
    },
  };
}

function pushed(queue: ReturnType<typeof createReadyQueue>, ...deliveries: Delivery[]): void {
  for (const one of deliveries) {
    expect(queue.reserve(one.destinationKey, TEAM, 2_048)).toBe(true);
    queue.push(one);
  }
}

const many = (count: number, make: (index: number) => Delivery) =>
  Array.from({ length: count }, (_, at) => make(at));

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

test("a destination gets its events in order and no more at once than its share", () => {
  const { onWire, send } = wire();
  const queue = queueOf({ send });

  pushed(queue, ...Array.from({ length: 9 }, (_, index) => delivery("a", index)));

  expect(onWire.map((sending) => sending.delivery.attempt_number)).toEqual([0, 1, 2, 3]);
});

test("a stuck destination leaves the slots of others alone", async () => {
  const { onWire, send } = wire();
  const queue = queueOf({ send });

  pushed(queue, ...Array.from({ length: 30 }, () => delivery("stuck")), delivery("healthy"));

  expect(onWire.filter((sending) => sending.delivery.destinationKey === "healthy")).toHaveLength(1);
});

test("when every slot is taken, destinations take turns", async () => {
  const { onWire, send } = wire();
  const queue = queueOf({ send, limits: { ...LIMITS, sending: 2, sendingPerDestination: 2 } });
  pushed(
    queue,
    ...Array.from({ length: 6 }, () => delivery("a")),
    ...Array.from({ length: 6 }, () => delivery("b")),
  );

  for (let answered = 0; answered < 6; answered++) {
    onWire[answered]?.answer();
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  }

  const order = onWire.map((sending) => sending.delivery.destinationKey).join("");
  expect(order.slice(2)).toContain("b");
  expect(order.slice(2, 8).match(/a/g)?.length).toBeLessThan(6);
});

test("room is freed when the outcome is stored, not when the answer came", async () => {
  const { onWire, send } = wire();
  const queue = queueOf({ send, limits: { ...LIMITS, events: 1 } });
  const only = delivery("a");
  pushed(queue, only);
  onWire[0]?.answer();
  await new Promise((resolve) => setImmediate(resolve));

  expect(queue.reserve("a", TEAM, 2_048)).toBe(false);
  expect(queue.held.size).toBe(1);

  queue.finish(only);
  expect(queue.reserve("a", TEAM, 2_048)).toBe(true);
  expect(queue.held.size).toBe(0);
});

test("without room for events, bytes or the destination nothing is reserved", () => {
  const { send } = wire();

  expect(queueOf({ send, limits: { ...LIMITS, events: 0 } }).reserve("a", TEAM, 1)).toBe(false);
  expect(queueOf({ send, limits: { ...LIMITS, bytes: 10 } }).reserve("a", TEAM, 11)).toBe(false);
  const queue = queueOf({ send, limits: { ...LIMITS, eventsPerDestination: 1 } });
  expect(queue.reserve("a", TEAM, 1)).toBe(true);
  expect(queue.reserve("a", TEAM, 1)).toBe(false);
  expect(queue.reserve("b", TEAM, 1)).toBe(true);
  expect([queue.room("a", TEAM), queue.room("c", TEAM)]).toEqual([0, 1]);
});

test("closing hands back what never reached the wire and waits for what did", async () => {
  const { onWire, send } = wire();
  const queue = queueOf({ send });
  pushed(queue, ...Array.from({ length: 6 }, (_, index) => delivery("a", index)));

  const { unsent, finished } = queue.close();
  for (const sending of onWire) sending.answer();
  await finished;

  expect(unsent.map((one) => one.attempt_number)).toEqual([4, 5]);
  expect(onWire).toHaveLength(4);
  expect(queue.reserve("a", TEAM, 1)).toBe(false);
});

test("a destination that hangs gives up its sockets, and gets them back when it answers", async () => {
  const { onWire, send } = wire();
  const queue = queueOf({ send, limits: { ...LIMITS, sendingPerDestination: 32, sending: 1_000 } });
  pushed(queue, ...many(50, () => delivery("a")));
  expect(onWire).toHaveLength(32);

  for (const { delivery: sent, answer } of onWire.slice(0, 31)) {
    queue.answered(sent, TIMEOUT);
    answer();
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(onWire).toHaveLength(32 + 7);

  const last = onWire.at(-1);
  if (!last) throw new Error("something was sent");
  queue.answered(last.delivery, QUICK);
  last.answer();
  await new Promise((resolve) => setImmediate(resolve));
  expect(onWire).toHaveLength(32 + 7 + 2);
});

test("destinations that hang leave sockets to one that answers, and to a newcomer", async () => {
  const { onWire, send } = wire();
  const queue = queueOf({
    send,
    limits: { ...LIMITS, events: 100_000, bytes: 1e9, sendingPerDestination: 128, sending: 1_024 },
  });
  for (let dead = 0; dead < 100; dead++) pushed(queue, ...many(50, () => delivery(`dead${dead}`)));
  expect(onWire.length).toBeLessThanOrEqual(768);

  pushed(queue, delivery("new"));
  expect(onWire.at(-1)?.delivery.destinationKey).toBe("new");
  queue.answered(onWire.at(-1)?.delivery ?? delivery("new"), QUICK);
  pushed(queue, ...many(20, () => delivery("new")));
  expect(onWire.filter((sending) => sending.delivery.destinationKey === "new")).toHaveLength(21);
});

test("a limited destination gets one event per slot, whatever waits", async () => {
  const { onWire, send } = wire();
  const queue = queueOf({ send }, { a: { rate_limit: 10 } });
  pushed(queue, ...many(20, () => delivery("a")), ...many(4, () => delivery("free")));

  expect(onWire.filter((sending) => sending.delivery.destinationKey === "free")).toHaveLength(4);
  for (let step = 0; step < 105; step++) {
    vi.advanceTimersByTime(10);
    for (const { answer } of onWire) answer();
    await new Promise((resolve) => setImmediate(resolve));
  }

  const times = onWire.filter((sending) => sending.delivery.destinationKey === "a").map((one) => one.atMs);
  expect(times).toHaveLength(11);
  for (const [at, time] of times.entries()) expect(time - (times[0] ?? 0)).toBeCloseTo(at * TENTH_MS, -1);
});

test("a limited destination holds what passes in a few seconds; the rest lines up in the database", () => {
  const { send } = wire();
  const queue = queueOf(
    { send, limits: { ...LIMITS, events: 10_000, eventsPerDestination: 2_000, sendingPerDestination: 128 } },
    { a: { rate_limit: 10 }, rare: { rate_limit: 1, rate_limit_period: "hour" } },
  );

  expect(queue.room("a", TEAM)).toBe(30);
  expect(queue.room("rare", TEAM)).toBe(2);
  pushed(queue, ...many(30, () => delivery("a")));
  expect(queue.reserve("a", TEAM, 1)).toBe(false);

  for (const one of [...queue.held].slice(0, 20)) queue.finish(one);
  expect(queue.reserve("a", TEAM, 1)).toBe(false); // older ones wait in the database
  queue.pacing.searched(new Set());
  expect(queue.reserve("a", TEAM, 1)).toBe(true);
});

test("room is told when half of a queue is free again, and not before", () => {
  const { send } = wire();
  const hasRoom = vi.fn<() => void>();
  const queue = queueOf({ send, hasRoom, limits: { ...LIMITS, eventsPerDestination: 10 } });
  pushed(queue, ...many(10, () => delivery("a")));
  expect(queue.room("a", TEAM)).toBe(0);

  const held = [...queue.held];
  for (const one of held.slice(0, 4)) queue.finish(one);
  expect(hasRoom).not.toHaveBeenCalled();
  for (const one of held.slice(4, 6)) queue.finish(one);
  expect(hasRoom).toHaveBeenCalledTimes(1);
});

test("no more requests are open than the limit says", async () => {
  const { onWire, send } = wire();
  const queue = queueOf({ send }, { a: { rate_limit: 2, rate_limit_period: "concurrent" } });
  pushed(queue, ...many(6, () => delivery("a")));

  expect(onWire).toHaveLength(2);
  onWire[0]?.answer();
  await new Promise((resolve) => setImmediate(resolve));
  expect(onWire).toHaveLength(3);
});

test("a project's cap is shared by its destinations, first come first served", async () => {
  const { onWire, send } = wire();
  const capped = { max_events_per_second: 10 };
  const queue = queueOf({ send, limits: { ...LIMITS, sendingPerDestination: 50 } }, { a: capped, b: capped });
  pushed(
    queue,
    ...many(6, (at) => delivery("a", at)),
    ...many(3, (at) => delivery("b", at + 6)),
    delivery("a", 9),
  );

  for (let step = 0; step < 105; step++) vi.advanceTimersByTime(10);

  expect(onWire.map((sending) => sending.delivery.attempt_number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const [at, { atMs }] of onWire.entries())
    expect(atMs - (onWire[0]?.atMs ?? 0)).toBeCloseTo(at * TENTH_MS, -1);
});

test("under a cap, a destination with its own limit does not hold up the others", () => {
  const { onWire, send } = wire();
  const queue = queueOf(
    { send, limits: { ...LIMITS, sendingPerDestination: 50 } },
    {
      slow: { max_events_per_second: 20, rate_limit: 1 },
      other: { max_events_per_second: 20 },
    },
  );
  pushed(queue, ...many(3, () => delivery("slow")), ...many(10, () => delivery("other")));

  for (let step = 0; step < 90; step++) vi.advanceTimersByTime(10);

  expect(onWire.filter((sending) => sending.delivery.destinationKey === "slow")).toHaveLength(1);
  expect(onWire.filter((sending) => sending.delivery.destinationKey === "other")).toHaveLength(10);
});

test("a changed limit acts at once, also on what waits", () => {
  const { onWire, send } = wire();
  const queue = queueOf({ send }, { a: { rate_limit: 1, rate_limit_period: "hour" } });
  pushed(queue, delivery("a"), delivery("a"));
  vi.advanceTimersByTime(1_000);
  expect(onWire).toHaveLength(1);

  queue.change("a", { rate_limit: 10 });
  vi.advanceTimersByTime(110);
  expect(onWire).toHaveLength(2);
});

test("an event that its connection no longer wants uses no slot", () => {
  const { onWire, send } = wire();
  const queue = queueOf(
    { send, isWanted: ({ connectionKey }) => connectionKey !== "paused" },
    { a: { rate_limit: 2 } },
  );
  pushed(queue, delivery("a", 1), delivery("a", 2, "paused"), delivery("a", 3, "paused"), delivery("a", 4));

  expect(onWire.map((sending) => sending.delivery.attempt_number)).toEqual([1, 2, 3]);
  vi.advanceTimersByTime(510);
  expect(onWire.map((sending) => sending.delivery.attempt_number)).toEqual([1, 2, 3, 4]);
});

test("what another process paces is given back, and refused from then on", () => {
  const { onWire, send } = wire();
  const queue = queueOf({ send }, { a: { rate_limit: 1 } });
  pushed(queue, ...many(3, (at) => delivery("a", at)));

  queue.losesAll();

  expect(onWire).toHaveLength(1);
  expect(queue.givenBack.map((one) => one.attempt_number)).toEqual([1, 2]);
  expect(queue.reserve("a", TEAM, 1)).toBe(false);
  expect(queue.room("a", TEAM)).toBe(0);
});

test("a process that is not heard sends nothing to limited destinations until it is heard again", () => {
  const { onWire, send } = wire();
  const queue = queueOf({ send }, { a: { rate_limit: 10 } });
  pushed(queue, delivery("a"), delivery("a"));
  queue.hear(false);
  vi.advanceTimersByTime(1_000);
  expect(onWire).toHaveLength(1);

  queue.hear(true);
  queue.repace();
  expect(onWire).toHaveLength(2);
});

/** Delivers them as claims do: events in groups never come from ingest. */
function admitted(queue: ReturnType<typeof createReadyQueue>, groups: readonly (string | null)[]): void {
  for (const [at, group] of groups.entries()) queue.admit(delivery("a", at, "web", group));
}

const sentGroups = (onWire: readonly { delivery: Delivery }[]) =>
  onWire.map(({ delivery: { group, attempt_number } }) => `${group ?? "-"}${attempt_number}`);
const perSecond = (rates: Record<string, number>) => (group: string) => {
  const rate = rates[group];
  return rate === undefined ? null : paceOf(rate, 1_000);
};
/** Longer than the interval that a group waits after its destination was taken. */
const settle = () => vi.advanceTimersByTime(20_000);

describe("groups", () => {
  test("what waits for its group stands in nobody's way, and each group keeps its order", () => {
    const { onWire, send } = wire();
    const queue = queueOf(
      { send, limits: { ...LIMITS, sendingPerDestination: 50 } },
      {
        a: { groupPace: perSecond({ slow: 1, fast: 10 }) },
      },
    );
    settle();

    admitted(queue, ["slow", "slow", "fast", null, "fast"]);
    expect(sentGroups(onWire)).toEqual(["slow0", "fast2", "-3"]);
    vi.advanceTimersByTime(TENTH_MS + 1);
    expect(sentGroups(onWire).slice(3)).toEqual(["fast4"]);
    expect([...queue.waitingByGroup("a")]).toEqual([["slow", 1]]);
    vi.advanceTimersByTime(1_000);
    expect(sentGroups(onWire).slice(4)).toEqual(["slow1"]);
  });

  test("a slot that comes sooner is not slept over", () => {
    const { onWire, send } = wire();
    const queue = queueOf(
      { send },
      { a: { groupPace: (group) => paceOf(group === "slow" ? 1 : 60, 60_000) } },
    );
    settle();
    admitted(queue, ["slow", "slow", "fast"]);

    vi.advanceTimersByTime(100);
    queue.admit(delivery("a", 9, "web", "fast"));
    vi.advanceTimersByTime(1_000);

    expect(sentGroups(onWire)).toEqual(["slow0", "fast2", "fast9"]);
  });

  test("the destination's own rate holds too", () => {
    const { onWire, send } = wire();
    const queue = queueOf(
      { send, limits: { ...LIMITS, sendingPerDestination: 50 } },
      {
        a: { rate_limit: 10, groupPace: perSecond({ x: 10, y: 10, z: 1 }) },
      },
    );
    settle();

    admitted(queue, ["z", "z", "x", "y", "x", "y"]);
    for (let at = 0; at < 5; at++) vi.advanceTimersByTime(TENTH_MS + 0.1);

    expect(sentGroups(onWire)).toEqual(["z0", "x2", "y3", "x4", "y5"]);
    for (const [at, { atMs }] of onWire.slice(1).entries())
      expect(atMs - (onWire[at]?.atMs ?? 0)).toBeGreaterThan(TENTH_MS - 2);
  });

  test("a cap on the project holds too", () => {
    const { onWire, send } = wire();
    const queue = queueOf(
      { send, limits: { ...LIMITS, sendingPerDestination: 50 } },
      {
        a: { max_events_per_second: 10, groupPace: perSecond({ x: 1, y: 100 }) },
      },
    );
    settle();

    admitted(queue, ["x", "x", "y", "y"]);
    for (let at = 0; at < 4; at++) vi.advanceTimersByTime(TENTH_MS + 0.1);
    expect(sentGroups(onWire)).toEqual(["x0", "y2", "y3"]);
    vi.advanceTimersByTime(1_000);
    expect(sentGroups(onWire)).toEqual(["x0", "y2", "y3", "x1"]);
  });

  test("nothing of a destination with groups is leased from birth", () => {
    const { send } = wire();
    const queue = queueOf({ send }, { a: { groupPace: perSecond({}) }, b: {} });

    expect([queue.reserve("a", TEAM, 2_048), queue.reserve("b", TEAM, 2_048)]).toEqual([false, true]);
  });

  test("without groups everything that waits goes at once", () => {
    const { onWire, send } = wire();
    const queue = queueOf({ send }, { a: { groupPace: perSecond({ x: 1 }) } });
    settle();
    admitted(queue, ["x", "x", "x"]);
    expect(onWire).toHaveLength(1);

    queue.change("a", {});

    expect(onWire).toHaveLength(3);
  });

  test("of a group only what goes soon may wait in memory", () => {
    const { send } = wire();
    const queue = queueOf({ send }, { a: { groupPace: perSecond({ x: 10, y: 1 }) } });
    settle();
    const gate = queue.pacing.gateOf("a");
    if (!gate) throw new Error("groups make a gate");
    const room = (group: string, waiting: number) =>
      queue.pacing.groupRoom(gate, group, waiting, performance.now());

    expect([room("x", 0), room("x", 5), room("x", 50)]).toEqual([15, 10, 0]);
    expect([room("y", 0), room("y", 2)]).toEqual([2, 0]);
    expect(room("in none", 1_000)).toBe(Number.POSITIVE_INFINITY);
  });
});
