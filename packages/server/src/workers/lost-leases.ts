/**
 * Releases events whose holder is gone, however old they are.
 *
 * A pass asks the index of claims first, and then walks over all events, a few rows each second. So it costs nearly
 * nothing and finds everything. A pass begins at the start of the process, after each take-over, which may have passed
 * over events, and a while after the last pass. It keeps its position in memory only. If two processes run a pass at once, they repeat each other's work and do no harm. An event
 * that cannot be released holds up no other: the pass goes on, raises an alarm, and the next one tries the event again.
 */
import type { Alarms } from "../alarms.ts";
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import { type EventKey, findClaimedEvents } from "../store/event-leases.ts";
import { findGoneClaimants, findHolders, readLostLeases } from "../store/lost-leases.ts";
import { FIRST_POSITION, type Position } from "../store/stretch.ts";
import { releaseAllPossible } from "../store/take-over.ts";
import { type Loop, repeat } from "./repeat.ts";

/** Each turn takes one step. */
const EVERY_MS = 1_000;
/** Rows that one step looks at. */
const STEP = 500;
const BETWEEN_PASSES_MS = 10 * 60 * 1000;

export interface LostLeasesDeps {
  db: Database;
  log: Log;
  alarms: Pick<Alarms, "raise" | "end">;
  eventsReleased: () => void;
}

export interface LostLeases extends Loop {
  /** Begins another pass as soon as the one that runs is done. */
  lookAgain: () => void;
}

export function createLostLeases(deps: LostLeasesDeps): LostLeases {
  const step = createLostLeasesStep(deps);
  let restsUntilMs = 0;
  let looksAgain = false;
  const loop = repeat("lost_leases", EVERY_MS, deps.log, async () => {
    if (performance.now() < restsUntilMs && !looksAgain) return;
    if (restsUntilMs > 0) [restsUntilMs, looksAgain] = [0, false]; // a pass begins
    if (!(await step())) restsUntilMs = performance.now() + BETWEEN_PASSES_MS;
  });
  return {
    ...loop,
    lookAgain() {
      looksAgain = true;
    },
  };
}

/** Takes the next step of a pass. Returns false when the pass is done. */
export function createLostLeasesStep(
  { db, log, alarms, eventsReleased }: LostLeasesDeps,
  { limit = STEP } = {},
): () => Promise<boolean> {
  let pass: AsyncGenerator<void> | null = null;
  /** Events that this pass could not release. */
  let stranded = 0;

  async function release(owner: number, events: readonly EventKey[]): Promise<void> {
    const { releasedEvents, failed } = await db.transaction((tx) =>
      releaseAllPossible(tx, { owner, events }),
    );
    const [first] = failed;
    if (first) {
      stranded += failed.length;
      alarms.raise("events_stranded");
      const rows = { rows: failed.length, first_row: first.row.id };
      log.error("leases.not_released", { process: owner, ...rows, error: first.error });
    }
    if (releasedEvents === 0) return;
    log.warn("leases.lost_and_released", { process: owner, released_events: releasedEvents });
    eventsReleased();
  }

  async function* stepsOfAPass(): AsyncGenerator<void> {
    stranded = 0;
    for (const owner of await findGoneClaimants(db)) {
      for (let after: EventKey | undefined = FIRST_POSITION; after;) {
        const claimed: EventKey[] = await findClaimedEvents(db, { owner, after: after.id, limit });
        await release(owner, claimed);
        after = claimed.length < limit ? undefined : claimed.at(-1);
        yield;
      }
    }
    for (let after: Position | null = FIRST_POSITION; after !== null;) {
      const { wanted, next } = await readLostLeases(db, { after, limit });
      for (const owner of await findHolders(db, wanted)) await release(owner, wanted);
      after = next;
      if (after !== null) yield;
    }
    if (stranded === 0) alarms.end("events_stranded");
  }

  return async () => {
    pass ??= stepsOfAPass();
    try {
      const { done } = await pass.next();
      if (done) pass = null;
      return !done;
    } catch (error) {
      pass = null; // an outage must not cost the time between two passes: the next turn begins a new one
      throw error;
    }
  };
}
