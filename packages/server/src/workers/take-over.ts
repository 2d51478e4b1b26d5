/** Looks for processes whose heartbeat stopped, and continues their work. */
import { newId } from "../ids.ts";
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import { takeOverDeadProcess } from "../store/processes.ts";
import type { UnroutedRequest } from "../store/requests.ts";
import { SILENT_FOR_MS } from "./heartbeat.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 2_000;

export interface TakeOverDeps {
  db: Database;
  log: Log;
  owner: () => number;
  routeAgain: (requests: readonly UnroutedRequest[]) => Promise<void>;
  eventsReleased: () => void;
}

/** After an outage of the database everybody looks dead; only who was heard all along may judge. */
export function createTakeOver(deps: TakeOverDeps & { aliveForMs: () => number }): Loop {
  return repeat("take_over", EVERY_MS, deps.log, async () => {
    if (deps.aliveForMs() >= SILENT_FOR_MS) await takeOverAll(deps, SILENT_FOR_MS);
  });
}

/** `silentForMs` 0 takes everybody's: right only for an instance that knows it is alone. */
export async function takeOverAll(
  { db, log, owner, routeAgain, eventsReleased }: TakeOverDeps,
  silentForMs: number,
): Promise<void> {
  for (;;) {
    const taken = await takeOverDeadProcess(db, { heir: owner(), silentForMs, before: newId() });
    if (!taken) return;
    log.warn("process.taken_over", {
      process: taken.dead,
      released_events: taken.releasedEvents,
      unrouted_requests: taken.unroutedRequests.length,
    });
    if (taken.releasedEvents > 0) eventsReleased();
    await routeAgain(taken.unroutedRequests);
  }
}
