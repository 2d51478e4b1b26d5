/**
 * Fetches due events of connections to CLIs: retries, releases, and what another process routed.
 *
 * Only the process that holds a session's socket can deliver to it, so an event goes to that process. One
 * whose session has no socket any more is any worker's, to be recorded as failed.
 */
import type { Log } from "../log.ts";
import type { Delivery } from "../pipeline/delivery.ts";
import type { ReadyQueue } from "../pipeline/schedule/ready-queue.ts";
import type { Queryable } from "../store/database.ts";
import { type ClaimedEvent, claimCliEvents } from "../store/events.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 500;
const BATCH = 100;
/** Held in memory at once, of all sessions. */
const MOST_HELD = 1_000;

export interface CliEventsDeps {
  db: Queryable;
  log: Log;
  ready: Pick<ReadyQueue, "admit" | "held">;
  owner: () => number;
  /** The connections whose destination is a CLI. */
  connections: () => string[];
  /** Whether events that nobody can deliver are this process's to record. */
  takesUnreachable: boolean;
  load: (claimed: readonly ClaimedEvent[]) => Promise<Delivery[]>;
}

export function createCliEvents(deps: CliEventsDeps): Loop {
  const { db, log, ready, owner, connections, takesUnreachable, load } = deps;
  const heldForClis = () => [...ready.held].filter(({ cliSession }) => cliSession !== null).length;
  return repeat("cli_events", EVERY_MS, log, async () => {
    for (;;) {
      const webhookIds = connections();
      const limit = Math.min(BATCH, MOST_HELD - heldForClis());
      if (webhookIds.length === 0 || limit <= 0) return;
      const claimed = await claimCliEvents(db, { owner: owner(), limit, webhookIds, takesUnreachable });
      for (const delivery of await load(claimed)) ready.admit(delivery);
      if (claimed.length < limit) return;
    }
  });
}
