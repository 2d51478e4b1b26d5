/**
 * Packs the hours of past days.
 *
 * Nothing waits for it: hours that are not packed are only slower to read. After an update there may be months to pack, so
 * it pauses in between: traffic goes first, and news can only be moved while nothing is packed. Every process that
 * delivers runs this; the second one finds nothing left to do.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log.ts";
import { ALL_FACTS } from "../store/counters.ts";
import type { Database } from "../store/database.ts";
import { packHours } from "../store/packed-hours.ts";
import { createBusyness, pauseAfter } from "./gentle-pace.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 10 * 60 * 1000;

export function createHourPacking(db: Database, log: Log): Loop {
  const busyness = createBusyness();
  const pause = (tookMs: number) => delay(pauseAfter({ tookMs, busy: busyness() }));
  // A turn is short, so that a stop does not wait for months of hours.
  const loop = repeat("hour_packing", EVERY_MS, log, async () => {
    if (await packSomeHours(db, pause)) loop.poke();
  });
  return loop;
}

/** Returns true when there may be more. */
async function packSomeHours(db: Database, pause: (tookMs: number) => Promise<void>): Promise<boolean> {
  let isMore = false;
  for (const fact of ALL_FACTS) {
    const beganAtMs = performance.now();
    if (!(await db.transaction((tx) => packHours(tx, fact)))) continue;
    isMore = true;
    await pause(performance.now() - beganAtMs);
  }
  return isMore;
}

/** Resolves when the hours of all past days are packed. */
export async function packAllHours(db: Database): Promise<void> {
  while (await packSomeHours(db, async () => undefined));
}
