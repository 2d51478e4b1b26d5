/**
 * Makes sure that exactly one live process paces each limited destination, and stores its slots.
 *
 * Runs after every heartbeat, and at once when limits change. A process takes each limiter it needs that no live
 * process owns, and releases those it no longer needs.
 */
import type { Log } from "../log.ts";
import { type Limiter, type Pacing, untilNextSlotMs } from "../pipeline/schedule/pacing.ts";
import type { Database } from "../store/database.ts";
import { findFreeLimiters, releaseLimiters, storeSlots, takeLimiters } from "../store/limiters.ts";
import { SILENT_FOR_MS } from "./heartbeat.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 2_000;

export interface LimiterOwnershipDeps {
  db: Database;
  log: Log;
  owner: () => number;
  pacing: Pacing;
  /** Called when this process may have gained or lost a limiter. */
  changed: () => void;
}

export interface LimiterOwnership extends Loop {
  /** Stores the slots of all owned limiters and releases them. */
  release: () => Promise<void>;
}

export function createLimiterOwnership(deps: LimiterOwnershipDeps): LimiterOwnership {
  const { db, log, owner, pacing, changed } = deps;

  async function store(limiters: readonly Limiter[]): Promise<void> {
    if (limiters.length === 0) return;
    const nowMs = performance.now();
    const slots = limiters.map((limiter) => ({ id: limiter.id, waitMs: untilNextSlotMs(limiter, nowMs) }));
    for (const limiter of limiters) limiter.isMoved = false;
    const kept = new Set(await storeSlots(db, { owner: owner(), slots }));
    for (const limiter of limiters) {
      if (kept.has(limiter.id)) continue;
      limiter.standing = "theirs";
      log.warn("limiter.lost", { limiter: limiter.id });
    }
  }

  async function letGo(limiters: readonly Limiter[]): Promise<void> {
    if (limiters.length === 0) return;
    for (const limiter of limiters) limiter.standing = "unknown";
    await store(limiters);
    await releaseLimiters(db, { owner: owner(), ids: limiters.map(({ id }) => id) });
  }

  /** Repeats while it takes something: a process that took a project's cap then needs the project's destinations. */
  async function takeWanted(): Promise<void> {
    for (;;) {
      const missing = pacing.wanted().filter((limiter) => limiter.standing !== "ours");
      if (missing.length === 0) return;
      const ids = await findFreeLimiters(db, {
        owner: owner(),
        ids: missing.map(({ id }) => id),
        silentForMs: SILENT_FOR_MS,
      });
      const withGroups = missing.filter(({ groups }) => groups !== null).map(({ id }) => id);
      const taken =
        ids.length === 0
          ? []
          : await takeLimiters(db, { owner: owner(), ids, silentForMs: SILENT_FOR_MS, withGroups });
      const nowMs = performance.now();
      const byId = new Map(taken.map((one) => [one.id, one]));
      for (const limiter of missing) {
        const got = byId.get(limiter.id);
        if (!got) limiter.standing = "theirs";
        else pacing.taken(limiter, got, nowMs);
      }
      if (taken.length === 0) return;
    }
  }

  const loop = repeat("limiter_ownership", EVERY_MS, log, async () => {
    if (pacing.gates.size === 0 && pacing.unwanted().length === 0) return;
    await letGo(pacing.unwanted());
    await store(pacing.moved());
    await takeWanted();
    changed();
  });
  return { ...loop, release: () => letGo(pacing.owned()) };
}
