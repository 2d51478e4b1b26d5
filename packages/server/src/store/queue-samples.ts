/**
 * How many events wait for each destination, and for how long?
 *
 * The counters know how many events of each minute are not delivered yet, so no sample reads the events themselves, but
 * for the oldest one of each connection. A sample is kept as the most of its minute, hour and day. Destinations without
 * waiting events get no rows.
 */
import type { Queryable } from "./database.ts";
import { SPANS, countersOf } from "./counters.ts";

/** One sampler at a time. */
const SAMPLER_LOCK = 4_206_016;

/** Events that wait for a delay, for their next retry or for a person are not in the destination's queue. */
const IS_WAITING = "status = 'QUEUED'";

/** The oldest waiting event of a connection is one of the minute that the counters name. */
const WAITING = `waiting as (
     select team_id, webhook_id, sum(count) as depth
     from ${countersOf("event", "day")} as counted where ${IS_WAITING}
     group by 1, 2 having sum(count) > 0),
   since as (
     select team_id, webhook_id, min(at) as minute from (
       select team_id, webhook_id, at from ${countersOf("event", "minute")} as counted where ${IS_WAITING}
       group by 1, 2, 3 having sum(count) > 0) as minutes
     group by 1, 2)`;

const SAMPLE = `with ${WAITING},
   oldest as (
     select waiting.team_id, connections.destination_id, waiting.depth, coalesce(found.made, since.minute) as made
     from waiting
     join connections on connections.id = waiting.webhook_id
     left join since on since.team_id = waiting.team_id and since.webhook_id = waiting.webhook_id
     left join lateral (
       select made_at(id) as made from events
       where events.webhook_id = waiting.webhook_id and events.id >= first_id(since.minute)
         and events.id < first_id(since.minute + interval '1 minute') and ${IS_WAITING}
       order by id limit 1) as found on true),
   sample as (
     select team_id, destination_id, sum(depth) as depth,
       greatest(0, coalesce(extract(epoch from now() - min(made)) * 1000, 0))::bigint as age_ms
     from oldest group by 1, 2)
   insert into queue_samples (team_id, span, destination_id, at, max_depth, max_age_ms)
   select team_id, span, destination_id, date_trunc(span, now(), 'UTC'), depth, age_ms
   from sample cross join unnest('{${SPANS.join(",")}}'::text[]) as spans (span)
   on conflict (team_id, span, destination_id, at) do update
   set max_depth = greatest(queue_samples.max_depth, excluded.max_depth),
     max_age_ms = greatest(queue_samples.max_age_ms, excluded.max_age_ms)`;

/** Does nothing if another process is sampling. */
export async function sampleQueues(tx: Queryable): Promise<void> {
  const { rows } = await tx.query<{ is_ours: boolean }>("select pg_try_advisory_xact_lock($1) as is_ours", [
    SAMPLER_LOCK,
  ]);
  if (rows[0]?.is_ours) await tx.query(SAMPLE);
}

export interface Backlog {
  team_id: string;
  destination_id: string;
  /** How long the event has waited that could have been sent first. */
  waited_ms: number;
}

/**
 * An event waits from the moment in which it is due. One that a process holds has no such time any more: if it was never
 * tried, it was due when it was made, or after its connection's delay. If a pause has held it, it waits since the claim.
 */
const BACKLOGS = `with ${WAITING}
   select waiting.team_id, connections.destination_id,
     max(extract(epoch from now() - least(due.at, held.at)) * 1000)::float8 as waited_ms
   from waiting
   join connections on connections.id = waiting.webhook_id
   join destinations on destinations.id = connections.destination_id and destinations.type <> 'CLI'
   left join since on since.team_id = waiting.team_id and since.webhook_id = waiting.webhook_id
   left join lateral (
     select next_attempt_at as at from events
     where events.webhook_id = waiting.webhook_id and next_attempt_at <= now() and ${IS_WAITING}
     order by next_attempt_at limit 1) as due on true
   left join lateral (
     select case
         when trigger <> 'INITIAL' then updated_at
         else made_at(id) + coalesce((
           select (rule ->> 'delay')::float8 * interval '1 millisecond' from jsonb_array_elements(connections.rules) as rule
           where rule ->> 'type' = 'delay' limit 1), interval '0')
       end as at
     from events
     where events.webhook_id = waiting.webhook_id and events.id >= first_id(since.minute)
       and events.id < first_id(since.minute + interval '1 minute') and ${IS_WAITING} and last_attempt_at is null
       and next_attempt_at is null
     order by id limit 1) as held on true
   where least(due.at, held.at) < now()
   group by 1, 2`;

/** Destinations that have sent everything are not among them. */
export async function readBacklogs(db: Queryable): Promise<Backlog[]> {
  const { rows } = await db.query<Backlog>(BACKLOGS);
  return rows;
}
