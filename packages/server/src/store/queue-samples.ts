/**
 * How many events wait for each destination, and how long has the oldest waited?
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
const SAMPLE = `with waiting as (
     select team_id, webhook_id, sum(count) as depth
     from ${countersOf("event", "day")} as counted where ${IS_WAITING}
     group by 1, 2 having sum(count) > 0),
   since as (
     select team_id, webhook_id, min(at) as minute from (
       select team_id, webhook_id, at from ${countersOf("event", "minute")} as counted where ${IS_WAITING}
       group by 1, 2, 3 having sum(count) > 0) as minutes
     group by 1, 2),
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
