/**
 * Which limiters stand before a destination, and does this process own them?
 *
 * Gates are built from the routing table whenever it changes; a destination without a gate is not limited. A gate
 * lets deliveries pass only while this process owns all its limiters and other processes see its heartbeat: limits
 * are exact only if one process at a time paces a destination (workers/limiter-ownership.ts takes them).
 */
import type { GroupWait } from "../../store/limiters.ts";
import { type GroupPace, type GroupSlots, STORED_FROM_INTERVAL_MS, createGroupSlots } from "./group-slots.ts";
import {
  LIMIT_PERIODS_MS,
  type Pace,
  type Slots,
  nextSlotMs,
  paceOf,
  slotsFrom,
  useSlot,
  waitForSlotMs,
} from "./limiter.ts";

/**
 * The limits of a destination: its own, one on each group of its deliveries, the cap of its
 * project, or several of these.
 */
export interface DestinationLimit {
  teamKey: string;
  rate_limit: number | null;
  rate_limit_period: keyof typeof LIMIT_PERIODS_MS | "concurrent";
  max_events_per_second: number | null;
  /** Null without groups. */
  groupPace: GroupPace | null;
}

/** `unknown` means that this process has not asked yet. */
type Standing = "ours" | "theirs" | "unknown";

export interface Limiter {
  /** The id of the destination or the project. */
  id: string;
  /** Null when open requests are counted, or only groups have slots. */
  pace: Pace | null;
  slots: Slots;
  /** Null without groups. */
  groups: LimitedGroups | null;
  standing: Standing;
  /** A slot was used that the database does not know of yet. */
  isMoved: boolean;
}

interface LimitedGroups {
  paceOf: GroupPace;
  slots: GroupSlots;
}

export interface Gate {
  own: Limiter | null;
  cap: Limiter | null;
  mostOpen: number;
  /** Older events wait in the database, so new ones must queue behind them. */
  hasBacklog: boolean;
}

/** A queue holds what passes in this time, and at least two events, so that one waits while the other is sent. */
const HELD_SECONDS = 3;
const HELD_AT_LEAST = 2;
/** Memory holds only what a group may send within this time, so that longer waits take no places. */
const GROUP_HELD_MS = 1_500;
/** Open requests end at any time; this many turns keep the wire busy until more events are fetched. */
const HELD_TURNS = 64;

export interface PacingDeps {
  limits: () => ReadonlyMap<string, DestinationLimit>;
  /** Returns whether other processes still consider this one alive. */
  isHeard: () => boolean;
  /**
   * Called when a slot was used that must be stored soon, so that a crash does not lose it.
   * Heartbeats store all others.
   */
  rareSlotUsed: () => void;
  /** The same for a slot of a group. */
  rareGroupSlotUsed: () => void;
}

export interface Pacing {
  /** Called when the routing table has changed. */
  refresh: () => void;
  /** Returns null when nothing limits this destination. */
  gateOf: (destinationKey: string) => Gate | null;
  gates: ReadonlyMap<string, Gate>;
  standingOf: (gate: Gate) => Standing;
  /** Infinity when this process may not send now. */
  waitMs: (limiter: Limiter | null, nowMs: number) => number;
  use: (limiter: Limiter | null, nowMs: number, hasWaited: boolean) => void;
  /** The wait until a group of this destination has a slot; `group` null means no group. Ignores ownership. */
  groupWaitMs: (gate: Gate, group: string | null, nowMs: number) => number;
  useGroup: (gate: Gate, group: string | null, nowMs: number, hasWaited: boolean) => void;
  /** How many more events of a group may wait in memory: those it may send soon, minus those already waiting. */
  groupRoom: (gate: Gate, group: string, waiting: number, nowMs: number) => number;
  /** The limiters that this process should own. A project's cap comes first: its destinations follow it. */
  wanted: () => Limiter[];
  owned: () => Limiter[];
  /** Limiters we own but no longer need. */
  unwanted: () => Limiter[];
  moved: () => Limiter[];
  /** Called when we have taken a limiter, with the state that its previous owner left. */
  taken: (limiter: Limiter, left: LeftLimiter, nowMs: number) => void;
  forgetAll: () => void;
  /** Reports that only these destinations have due events in the database. */
  searched: (destinationKeys: ReadonlySet<string>) => void;
}

interface LeftLimiter {
  wait_ms: number;
  was_abandoned: boolean;
  groups: readonly GroupWait[];
}

export function createPacing({ limits, isHeard, rareSlotUsed, rareGroupSlotUsed }: PacingDeps): Pacing {
  const gates = new Map<string, Gate>();
  const limiters = new Map<string, Limiter>();
  let used = new Set<Limiter>();

  function limiterOf(id: string, pace: Pace | null): Limiter {
    let limiter = limiters.get(id);
    if (!limiter) {
      limiter = { id, pace, slots: { lastSlotMs: 0 }, groups: null, standing: "unknown", isMoved: false };
      limiters.set(id, limiter);
    }
    limiter.pace = pace;
    used.add(limiter);
    return limiter;
  }

  function gateFor(key: string, limit: DestinationLimit): Gate | null {
    const { rate_limit, rate_limit_period, max_events_per_second, groupPace } = limit;
    if (rate_limit === null && max_events_per_second === null && !groupPace) return null;
    const isConcurrent = rate_limit_period === "concurrent";
    const pace =
      rate_limit === null || isConcurrent ? null : paceOf(rate_limit, LIMIT_PERIODS_MS[rate_limit_period]);
    const own = rate_limit === null && !groupPace ? null : limiterOf(key, pace);
    if (own) own.groups = groupPace && { paceOf: groupPace, slots: own.groups?.slots ?? createGroupSlots() };
    return {
      own,
      cap:
        max_events_per_second === null
          ? null
          : limiterOf(limit.teamKey, paceOf(max_events_per_second, LIMIT_PERIODS_MS.second)),
      mostOpen:
        rate_limit !== null && isConcurrent ? Math.max(1, Math.floor(rate_limit)) : Number.POSITIVE_INFINITY,
      hasBacklog: gates.get(key)?.hasBacklog ?? true,
    };
  }

  function standingOf(gate: Gate): Standing {
    const standings = new Set([gate.own?.standing ?? "ours", gate.cap?.standing ?? "ours"]);
    if (standings.has("theirs")) return "theirs";
    return standings.has("unknown") ? "unknown" : "ours";
  }

  const owned = () => [...limiters.values()].filter((limiter) => limiter.standing === "ours");

  function wanted(): Limiter[] {
    const found = new Set<Limiter>();
    for (const gate of gates.values()) {
      if (gate.cap) found.add(gate.cap);
      // The process that owns the project's cap also paces its destinations.
      if (gate.own && (gate.cap === null || gate.cap.standing === "ours")) found.add(gate.own);
    }
    return [...found];
  }

  return {
    gates,
    gateOf: (destinationKey) => gates.get(destinationKey) ?? null,
    refresh() {
      used = new Set();
      const fresh = new Map<string, Gate>();
      for (const [key, limit] of limits()) {
        const gate = gateFor(key, limit);
        if (gate) fresh.set(key, gate);
      }
      gates.clear();
      for (const [key, gate] of fresh) gates.set(key, gate);
      for (const [id, limiter] of limiters) {
        if (!used.has(limiter) && limiter.standing !== "ours") limiters.delete(id);
      }
    },
    standingOf,
    waitMs(limiter, nowMs) {
      if (!limiter) return 0;
      if (limiter.standing !== "ours" || !isHeard()) return Number.POSITIVE_INFINITY;
      return limiter.pace ? waitForSlotMs(limiter.slots, limiter.pace, nowMs) : 0;
    },
    use(limiter, nowMs, hasWaited) {
      if (!limiter?.pace) return;
      useSlot(limiter.slots, limiter.pace, nowMs, hasWaited);
      limiter.isMoved = true;
      if (limiter.pace.intervalMs >= STORED_FROM_INTERVAL_MS) rareSlotUsed();
    },
    groupWaitMs(gate, group, nowMs) {
      const groups = gate.own?.groups;
      const pace = groups && group !== null ? groups.paceOf(group) : null;
      return groups && group !== null && pace ? groups.slots.waitMs(group, pace, nowMs) : 0;
    },
    useGroup(gate, group, nowMs, hasWaited) {
      const groups = gate.own?.groups;
      const pace = groups && group !== null ? groups.paceOf(group) : null;
      if (!groups || group === null || !pace) return;
      if (groups.slots.use(group, pace, nowMs, hasWaited)) rareGroupSlotUsed();
    },
    groupRoom(gate, group, waiting, nowMs) {
      const groups = gate.own?.groups;
      const pace = groups?.paceOf(group);
      if (!groups || !pace) return Number.POSITIVE_INFINITY;
      const withinMs = GROUP_HELD_MS - groups.slots.waitMs(group, pace, nowMs);
      return withinMs < 0 ? 0 : Math.max(0, Math.floor(withinMs / pace.intervalMs) + 1 - waiting);
    },
    wanted,
    owned,
    unwanted() {
      const needed = new Set(wanted());
      return owned().filter((limiter) => !needed.has(limiter));
    },
    moved: () => owned().filter((limiter) => limiter.isMoved),
    taken(limiter, left, nowMs) {
      limiter.standing = "ours";
      limiter.isMoved = false;
      if (limiter.pace) limiter.slots = slotsFrom(nowMs + firstWaitMs(limiter.pace, left), limiter.pace);
      limiter.groups?.slots.taken(left.groups, limiter.groups.paceOf, nowMs);
      // The previous owner may have left events in the database.
      for (const gate of gates.values())
        if (gate.own === limiter || gate.cap === limiter) gate.hasBacklog = true;
    },
    searched(destinationKeys) {
      for (const [key, gate] of gates) gate.hasBacklog = destinationKeys.has(key);
    },
    forgetAll() {
      for (const limiter of limiters.values()) limiter.standing = "unknown";
    },
  };
}

/**
 * The wait for the first slot after a take: what the previous owner left, but at most one
 * interval, because the limit may have changed. If the owner died, frequent slots may have been
 * used without being stored, so we skip the first one.
 */
function firstWaitMs(pace: Pace, left: Omit<LeftLimiter, "groups">): number {
  const isStored = pace.intervalMs >= STORED_FROM_INTERVAL_MS || !left.was_abandoned;
  return isStored ? Math.min(Math.max(0, left.wait_ms), pace.intervalMs) : pace.intervalMs;
}

function perSecond(limiter: Limiter | null): number {
  return limiter?.pace ? 1_000 / limiter.pace.intervalMs : Number.POSITIVE_INFINITY;
}

/** How many events of one destination pass within a few seconds; `queues` is how many share the project's cap. */
export function passesSoon(gate: Gate, queues: number): number {
  const paced = Math.min(perSecond(gate.own), perSecond(gate.cap) / Math.max(1, queues)) * HELD_SECONDS;
  return Math.max(HELD_AT_LEAST, Math.ceil(Math.min(paced, gate.mostOpen * HELD_TURNS)));
}

/** Milliseconds until the limiter's next slot; negative once it has passed. */
export function untilNextSlotMs(limiter: Limiter, nowMs: number): number {
  return limiter.pace ? nextSlotMs(limiter.slots, limiter.pace) - nowMs : 0;
}
