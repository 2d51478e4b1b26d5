/**
 * Fetches events that nobody holds and whose time has come: overflow, retries, releases and take-overs.
 * The hot path never comes through here; what ingest routes is leased from birth.
 */
import type { Log } from "../log.ts";
import type { Delivery } from "../pipeline/delivery.ts";
import type { ReadyQueue } from "../pipeline/schedule/ready-queue.ts";
import type { Queryable } from "../store/database.ts";
import { type ClaimedEvent, claimDueEvents } from "../store/events.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 500;
const BATCH = 250;

export interface DueEventsDeps {
  db: Queryable;
  log: Log;
  ready: ReadyQueue;
  owner: () => number;
  /** Connections whose destination takes no more events now. */
  fullConnections: () => string[];
  /** Reads the payloads; an event that cannot be sent any more is settled there and left out. */
  load: (claimed: readonly ClaimedEvent[]) => Promise<Delivery[]>;
}

export function createDueEvents({ db, log, ready, owner, fullConnections, load }: DueEventsDeps): Loop {
  return repeat("due_events", EVERY_MS, log, async () => {
    for (;;) {
      const limit = Math.min(BATCH, ready.room());
      if (limit === 0) return;
      const claimed = await claimDueEvents(db, {
        owner: owner(),
        limit,
        exceptConnections: fullConnections(),
      });
      for (const delivery of await load(claimed)) ready.admit(delivery);
      if (claimed.length < limit) return;
    }
  });
}
