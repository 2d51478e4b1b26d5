/**
 * How does a process claim events for the CLIs that are connected to it?
 *
 * An event for a CLI belongs to one session, and only the process with the socket of that session can send it. So these
 * claims ask by session, and events whose session has no socket anywhere have a claim of their own. All else is as in
 * event-leases.ts.
 */
import { int4Array } from "./binary-arrays.ts";
import { LEFT_ALONE } from "./connections.ts";
import { type AskedEvents, type ClaimedEvent, IS_ASKED, LENT } from "./event-leases.ts";
import type { Lane } from "./lane.ts";

/** What waits for one session of a CLI on one connection. */
export interface WaitingForCli {
  team_id: string;
  webhook_id: string;
  session_id: string;
}

/**
 * Returns the sessions whose socket `owner` holds and for which events of these connections are due. Asks the index once
 * for each session. Only if several sessions share a connection does it pass over the due events of the others.
 */
export async function findWaitingForClis(
  lane: Pick<Lane, "run">,
  { owner, webhookIds }: { owner: number; webhookIds: readonly string[] },
): Promise<WaitingForCli[]> {
  return lane.run<WaitingForCli>(
    "find-waiting-for-clis",
    `select connections.team_id, connections.id as webhook_id, cli_sessions.id as session_id
     from connections
     join cli_sessions on cli_sessions.team_id = connections.team_id and cli_sessions.process_id = $1::int
     where connections.id = any ($2::uuid[]) and exists (
       select from events
       where events.webhook_id = connections.id and events.cli_session_id = cli_sessions.id
         and next_attempt_at <= now() and lease_owner is null)`,
    [owner, webhookIds],
  );
}

export interface AskedForCli extends AskedEvents {
  session_id: string;
}

/** Like `claimDueEvents`, up to `count` of each session whose socket `owner` holds. */
export async function claimCliEvents(
  lane: Pick<Lane, "run">,
  { owner, asked }: { owner: number; asked: readonly AskedForCli[] },
): Promise<ClaimedEvent[]> {
  return lane.run<ClaimedEvent>(
    "claim-cli-events",
    `with due as (
       select found.team_id, found.id, found.next_attempt_at
       from unnest($2::uuid[], $3::uuid[], $4::int[]) as asked (webhook_id, session_id, count)
       join cli_sessions on cli_sessions.id = asked.session_id and cli_sessions.process_id = $1::int
       cross join lateral (
         select team_id, id, next_attempt_at from events
         where webhook_id = asked.webhook_id and cli_session_id = asked.session_id
           and next_attempt_at <= now() and lease_owner is null
         order by next_attempt_at limit asked.count
         for update skip locked) as found
       where ${IS_ASKED})
     ${LENT}`,
    [
      owner,
      asked.map((one) => one.webhook_id),
      asked.map((one) => one.session_id),
      int4Array(asked.map((one) => one.count)),
    ],
  );
}

/**
 * Like `claimDueEvents`, for events of CLIs whose session has no socket in any process. No index finds them, so this reads
 * through the due events of these connections.
 */
export async function claimUnreachableEvents(
  lane: Pick<Lane, "run">,
  { owner, limit, webhookIds }: { owner: number; limit: number; webhookIds: readonly string[] },
): Promise<ClaimedEvent[]> {
  return lane.run<ClaimedEvent>(
    "claim-unreachable-events",
    `with due as (
       select events.team_id, events.id, events.next_attempt_at from events
       left join cli_sessions on cli_sessions.id = events.cli_session_id
       where events.webhook_id = any ($3::uuid[]) and events.webhook_id not in (${LEFT_ALONE})
         and next_attempt_at <= now() and lease_owner is null and cli_sessions.process_id is null
       order by next_attempt_at limit $2::int
       for update of events skip locked)
     ${LENT}`,
    [owner, limit, webhookIds],
  );
}
