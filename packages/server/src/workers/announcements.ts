/**
 * What does a process do when the database announces a change?
 *
 * Each channel has one answer. Announcements are lost while the listening connection is down, so a new connection first
 * reads everything that they could have been about. Should one be lost all the same, a slow check of the routing versions
 * of all sources, and of the custom domains, finds the change.
 */
import type { CliSessionTable } from "../cli/session-table.ts";
import type { CliSockets } from "../cli/sockets.ts";
import { within } from "../inbound/orderly-stop.ts";
import type { Log } from "../log.ts";
import type { RoutingTable } from "../pipeline/routing-table.ts";
import type { ServedCertificates } from "../pipeline/served-certificates.ts";
import type { ReadyQueue } from "../pipeline/schedule/ready-queue.ts";
import type { Withdrawals } from "../pipeline/send/withdrawals.ts";
import { BULK_CHANNEL } from "../store/bulk-operations.ts";
import { CLI_SESSIONS_CHANNEL } from "../store/cli-sessions.ts";
import { CUSTOM_DOMAINS_CHANNEL } from "../store/custom-domains.ts";
import type { Queryable } from "../store/database.ts";
import { findCancelledLeases } from "../store/event-leases.ts";
import { CANCELLED_CHANNEL, DUE_CHANNEL } from "../store/events.ts";
import { createListener } from "../store/listener.ts";
import { ROUTING_CHANNEL } from "../store/routing.ts";
import { type Loop, repeat } from "./repeat.ts";

const CHECK_ROUTING_EVERY_MS = 30_000;
const CAUGHT_UP_WITHIN_MS = 1_000;

export interface Announcements {
  /** Resolves when the first connection listens and everything has been read once. */
  start: () => Promise<void>;
  /**
   * Resolves with true when the routing table has everything that was committed before the call, and with false if it
   * has not after a second.
   */
  caughtUp: () => Promise<boolean>;
  stop: () => Promise<void>;
}

export interface AnnouncementsDeps {
  databaseUrl: string;
  db: Queryable;
  log: Log;
  owner: () => number;
  routing: Pick<RoutingTable, "reload" | "reloadDomains" | "refresh" | "upToDate" | "stop">;
  /** Null: this process serves none. */
  certificates: ServedCertificates | null;
  cliSessions: CliSessionTable;
  cliSockets: Pick<CliSockets, "changed">;
  withdrawals: Withdrawals;
  held: ReadyQueue["held"];
  /** Looks for due events of the line that the text names. */
  lookForDue: (text: string) => void;
  followingEvents: Pick<Loop, "poke">;
  bulkWork: Pick<Loop, "poke">;
  /** How often the routing versions of all sources are compared. */
  checkRoutingEveryMs?: number;
}

export function createAnnouncements(deps: AnnouncementsDeps): Announcements {
  const { databaseUrl, db, log, owner, routing, cliSessions, cliSockets, withdrawals, held } = deps;
  const { lookForDue, followingEvents, bulkWork, certificates } = deps;
  const { checkRoutingEveryMs = CHECK_ROUTING_EVERY_MS } = deps;
  const listener = createListener({
    url: databaseUrl,
    channels: {
      [ROUTING_CHANNEL](sourceKey) {
        followingEvents.poke();
        void routing.reload(sourceKey).catch(() => undefined); // it logs a failure, and tries again by itself
      },
      [CUSTOM_DOMAINS_CHANNEL]() {
        void routing.reloadDomains().catch(() => undefined); // as above
        void certificates?.reload().catch(() => undefined);
      },
      [CLI_SESSIONS_CHANNEL]: (session) =>
        void cliSockets.changed(session).catch((error: unknown) => log.warn("cli.reload_failed", { error })),
      [DUE_CHANNEL]: lookForDue,
      [CANCELLED_CHANNEL]: withdrawals.announced,
      [BULK_CHANNEL]: () => bulkWork.poke(),
    },
    async onConnected() {
      await Promise.all([routing.reload(), cliSessions.reload(), certificates?.reload()]);
      const leased = [...held];
      if (leased.length > 0) withdrawals.found(await findCancelledLeases(db, owner(), leased));
    },
    onLost: (error) => log.warn("listener.lost", { error }),
  });
  const readAll = () => Promise.all([routing.refresh(), routing.reloadDomains(), certificates?.reload()]);
  const check = repeat("routing_check", checkRoutingEveryMs, log, async () => void (await readAll()));

  async function catchUp(): Promise<void> {
    if (!(await listener.caughtUp())) await readAll(); // nothing is announced to this process now
    await Promise.all([routing.upToDate(), certificates?.upToDate()]);
  }

  return {
    async start() {
      await listener.start();
      check.start();
    },
    async caughtUp() {
      let isCaughtUp = false;
      const caughtUp = catchUp().then(
        () => (isCaughtUp = true),
        (error: unknown) => log.warn("routing.not_checked", { error }),
      );
      await within(CAUGHT_UP_WITHIN_MS, caughtUp);
      if (!isCaughtUp) log.warn("routing.not_caught_up");
      return isCaughtUp;
    },
    async stop() {
      await check.stop();
      await listener.stop();
      routing.stop();
      certificates?.stop();
    },
  };
}
