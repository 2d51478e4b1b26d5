/**
 * What does a process do when the database announces a change?
 *
 * Each channel has one answer. Announcements are lost while the listening connection is down, so a new connection first
 * reads everything that they could have been about.
 */
import type { CliSessionTable } from "../cli/session-table.ts";
import type { CliSockets } from "../cli/sockets.ts";
import type { Log } from "../log.ts";
import type { RoutingTable } from "../pipeline/routing-table.ts";
import type { ReadyQueue } from "../pipeline/schedule/ready-queue.ts";
import type { Withdrawals } from "../pipeline/send/withdrawals.ts";
import { BULK_CHANNEL } from "../store/bulk-operations.ts";
import { CLI_SESSIONS_CHANNEL } from "../store/cli-sessions.ts";
import type { Queryable } from "../store/database.ts";
import { findCancelledLeases } from "../store/event-leases.ts";
import { CANCELLED_CHANNEL, DUE_CHANNEL } from "../store/events.ts";
import { type Listener, createListener } from "../store/listener.ts";
import { ROUTING_CHANNEL } from "../store/routing.ts";
import type { Loop } from "./repeat.ts";

export interface AnnouncementsDeps {
  databaseUrl: string;
  db: Queryable;
  log: Log;
  owner: () => number;
  routing: RoutingTable;
  cliSessions: CliSessionTable;
  cliSockets: Pick<CliSockets, "changed">;
  withdrawals: Withdrawals;
  held: ReadyQueue["held"];
  /** Looks for due events of the line that the text names. */
  lookForDue: (text: string) => void;
  followingEvents: Pick<Loop, "poke">;
  bulkWork: Pick<Loop, "poke">;
}

export function createAnnouncements(deps: AnnouncementsDeps): Listener {
  const { databaseUrl, db, log, owner, routing, cliSessions, cliSockets, withdrawals, held } = deps;
  const { lookForDue, followingEvents, bulkWork } = deps;
  return createListener({
    url: databaseUrl,
    channels: {
      [ROUTING_CHANNEL](sourceKey) {
        followingEvents.poke();
        void routing
          .reload(sourceKey)
          .catch((error: unknown) => log.warn("routing.reload_failed", { error }));
      },
      [CLI_SESSIONS_CHANNEL]: (session) =>
        void cliSockets.changed(session).catch((error: unknown) => log.warn("cli.reload_failed", { error })),
      [DUE_CHANNEL]: lookForDue,
      [CANCELLED_CHANNEL]: withdrawals.announced,
      [BULK_CHANNEL]: () => bulkWork.poke(),
    },
    async onConnected() {
      await Promise.all([routing.reload(), cliSessions.reload()]);
      const leased = [...held];
      if (leased.length > 0) withdrawals.found(await findCancelledLeases(db, owner(), leased));
    },
    onLost: (error) => log.warn("listener.lost", { error }),
  });
}
