/**
 * Fetches due events of connections to CLIs: retries, releases, and what another process routed.
 *
 * Only the process that holds a session's socket can deliver to it, so that process claims the event. If no process
 * holds the socket any more, any worker may claim the event and record it as failed.
 *
 * A CLI may take a minute for each answer, or never answer. So each session and each project has its part of the events
 * in memory (schedule/room.ts), and a session that holds its part waits alone.
 */
import { uuidText } from "../ids.ts";
import type { Log } from "../log.ts";
import type { Delivery } from "../pipeline/delivery.ts";
import { shareOut } from "../pipeline/schedule/claim-turns.ts";
import { roomFor } from "../pipeline/schedule/room.ts";
import {
  type AskedForCli,
  type WaitingForCli,
  claimCliEvents,
  claimUnreachableEvents,
  findWaitingForClis,
} from "../store/cli-claims.ts";
import { type Claims, type ClaimsDeps, createClaims } from "./claims.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 500;
const BATCH = 100;
/** Events that this process holds in memory at once: of all sessions together, and of one of them. */
const LIMITS = { events: 1_000, eventsPerDestination: 500, bytes: Number.POSITIVE_INFINITY };
/** Claims of unreachable events read through all due events, so they may take this part of the time. */
const UNREACHABLE_SHARE = 0.05;

export interface CliEventsDeps extends ClaimsDeps {
  log: Log;
  /** Everything this process holds a lease on. */
  deliveries: ReadonlySet<Pick<Delivery, "team" | "cliSession">>;
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
  let unreachableAtMs = 0;

  async function claimUnreachable(webhookIds: readonly string[]): Promise<void> {
    const startedAtMs = performance.now();
    if (startedAtMs < unreachableAtMs) return;
    for (;;) {
      const limit = Math.min(BATCH, LIMITS.events - heldForClis(deliveries).all);
      if (limit <= 0) break;
      const asked = { owner: owner(), limit, webhookIds };
      const claimed = await claims.take(webhookIds, () => claimUnreachableEvents(lane, asked));
      if (claimed.length < limit) break;
    }
    const endedAtMs = performance.now();
    unreachableAtMs = endedAtMs + (endedAtMs - startedAtMs) / UNREACHABLE_SHARE;
  }

  const loop = repeat("cli_events", EVERY_MS, log, async () => {
    await claims.resolveDoubt();
    const webhookIds = connections();
    if (webhookIds.length === 0) return;
    for (;;) {
      const waiting = await findWaitingForClis(lane, { owner: owner(), webhookIds });
      const asked = sharesOf(waiting, heldForClis(deliveries));
      if (asked.length === 0) break;
      const asks = [...new Set(asked.map(({ webhook_id }) => webhook_id))];
      const claimed = await claims.take(asks, () => claimCliEvents(lane, { owner: owner(), asked }));
      if (claimed.length === 0) break;
    }
    if (takesUnreachable) await claimUnreachable(webhookIds);
  });
  return { ...loop, inDoubt: claims.inDoubt };
}

interface HeldForClis {
  all: number;
  byProject: ReadonlyMap<string, number>;
  bySession: ReadonlyMap<string, number>;
}

function heldForClis(deliveries: CliEventsDeps["deliveries"]): HeldForClis {
  const [byProject, bySession] = [new Map<string, number>(), new Map<string, number>()];
  let all = 0;
  for (const { team, cliSession } of deliveries) {
    if (cliSession === null) continue;
    const project = uuidText(team);
    all++;
    byProject.set(project, (byProject.get(project) ?? 0) + 1);
    bySession.set(cliSession, (bySession.get(cliSession) ?? 0) + 1);
  }
  return { all, byProject, bySession };
}

/** How many events each waiting session gets from the next claim. Those that hold the fewest come first. */
function sharesOf(waiting: readonly WaitingForCli[], held: HeldForClis): AskedForCli[] {
  const heldBy = ({ session_id }: WaitingForCli) => held.bySession.get(session_id) ?? 0;
  const roomOf = (one: WaitingForCli) =>
    roomFor({
      limits: LIMITS,
      all: { events: held.all, bytes: 0 },
      project: { events: held.byProject.get(one.team_id) ?? 0, bytes: 0 },
      destinationEvents: heldBy(one),
      mostOpen: Number.POSITIVE_INFINITY,
      paced: Number.POSITIVE_INFINITY,
    });
  const rooms = new Map(waiting.map((one) => [one.session_id, roomOf(one)]));
  const lines = waiting
    .toSorted((one, other) => heldBy(one) - heldBy(other))
    .map(({ webhook_id, session_id }) => ({
      connectionKey: webhook_id,
      group: null,
      destinationKey: session_id,
      most: Number.POSITIVE_INFINITY,
    }));
  const places = Math.min(BATCH, LIMITS.events - held.all);
  return shareOut(lines, places, ({ destinationKey }) => rooms.get(destinationKey) ?? 0).map(
    ({ connectionKey, destinationKey, count }) => ({
      webhook_id: connectionKey,
      session_id: destinationKey,
      count,
    }),
  );
}
