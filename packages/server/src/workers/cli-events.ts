/**
 * Fetches due events of connections to CLIs: retries, releases, and what another process routed.
 *
 * Only the process that holds a session's socket can deliver to it, so that process claims the event. If no process
 * holds the socket any more, any worker may claim the event and record it as failed.
 */
import type { Log } from "../log.ts";
import type { Delivery } from "../pipeline/delivery.ts";
import { claimCliEvents } from "../store/event-leases.ts";
import { type Claims, type ClaimsDeps, createClaims } from "./claims.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 500;
const BATCH = 100;
/** Events that this process holds in memory at once, all sessions together. */
const MOST_HELD = 1_000;

export interface CliEventsDeps extends ClaimsDeps {
  log: Log;
  /** Everything this process holds a lease on. */
  deliveries: ReadonlySet<Delivery>;
  /** The connections whose destination is a CLI. */
  connections: () => string[];
  /** Whether this process also claims events whose session has no socket, to record them as failed. */
  takesUnreachable: boolean;
}

export interface CliEvents extends Loop {
  inDoubt: Claims["inDoubt"];
}

export function createCliEvents(deps: CliEventsDeps): CliEvents {
  const { lane, log, owner, deliveries, connections, takesUnreachable } = deps;
  const claims = createClaims(deps);

  function room(): number {
    let held = 0;
    for (const { cliSession } of deliveries) if (cliSession !== null) held++;
    return Math.min(BATCH, MOST_HELD - held);
  }

  const loop = repeat("cli_events", EVERY_MS, log, async () => {
    await claims.resolveDoubt();
    for (;;) {
      const webhookIds = connections();
      const limit = room();
      if (webhookIds.length === 0 || limit <= 0) return;
      const asked = { owner: owner(), limit, webhookIds, takesUnreachable };
      const claimed = await claims.take(webhookIds, () => claimCliEvents(lane, asked));
      if (claimed.length < limit) return;
    }
  });
  return { ...loop, inDoubt: claims.inDoubt };
}
