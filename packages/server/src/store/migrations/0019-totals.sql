-- Counters that are read quickly, however many connections a project has.
--
-- Latencies: one text in each counter of attempts has all buckets, instead of one row for each bucket.
-- Totals: hours and days are also counted for each source, each destination and the whole project. They lie in the same
-- tables, under the spans 'hour_total' and 'day_total'. There the id of the source, the destination or the project stands
-- in the column of the subject, and the project's id in all other columns of ids.

-- An array of numbers as PostgreSQL writes it, each 1024 × count + bucket. It is text because it is read far more often
-- than added to, and writing out an array of numbers takes longer than everything else a reader does.
alter table attempt_counters add latencies text not null default '{}';

create function latencies_added(one text, other text) returns text language sql immutable parallel safe
  return case
    when one = '{}' then other
    when other = '{}' then one
    else (
      select array_agg(1024 * count + bucket)::text
      from (
        select packed & 1023 as bucket, sum(packed >> 10)::bigint as count
        from (select unnest(one::bigint[]) as packed union all select unnest(other::bigint[])) as each
        group by 1) as added)
  end;

insert into request_counters (team_id, span, source_id, at, rejection_cause, count, discarded)
select team_id, span || '_total', team_id, at, rejection_cause, sum(count), sum(discarded)
from request_counters where span in ('hour', 'day') group by 1, 2, 3, 4, 5;

insert into event_counters (team_id, span, webhook_id, at, status, response_status, error_code, count, attempts, scheduled_retries)
select counter.team_id, span || '_total', subject_id, at, status, response_status, error_code,
  sum(count), sum(attempts), sum(scheduled_retries)
from event_counters as counter left join connections on connections.id = counter.webhook_id
  cross join lateral unnest(array[connections.source_id, connections.destination_id, counter.team_id]) as subjects (subject_id)
where span in ('hour', 'day') and subject_id is not null group by 1, 2, 3, 4, 5, 6, 7;

insert into ignored_counters (team_id, span, webhook_id, at, cause, count)
select counter.team_id, span || '_total', subject_id, at, cause, sum(count)
from ignored_counters as counter left join connections on connections.id = counter.webhook_id
  cross join lateral unnest(array[connections.source_id, connections.destination_id, counter.team_id]) as subjects (subject_id)
where span in ('hour', 'day') and subject_id is not null group by 1, 2, 3, 4, 5;

insert into attempt_counters (team_id, span, webhook_id, at, status, error_code, trigger,
  count, delivered, answered, response_ms, delivery_ms, response_ms_max)
select counter.team_id, span || '_total', subject_id, at, status, error_code, trigger,
  sum(count), sum(delivered), sum(answered), sum(response_ms), sum(delivery_ms), max(response_ms_max)
from attempt_counters as counter left join connections on connections.id = counter.webhook_id
  cross join lateral unnest(array[connections.source_id, connections.destination_id, counter.team_id]) as subjects (subject_id)
where span in ('hour', 'day') and subject_id is not null group by 1, 2, 3, 4, 5, 6, 7;
insert into attempt_latencies (team_id, span, webhook_id, at, status, error_code, trigger, latency_bucket, count)
select counter.team_id, span || '_total', subject_id, at, status, error_code, trigger, latency_bucket, sum(count)
from attempt_latencies as counter left join connections on connections.id = counter.webhook_id
  cross join lateral unnest(array[connections.source_id, connections.destination_id, counter.team_id]) as subjects (subject_id)
where span in ('hour', 'day') and subject_id is not null group by 1, 2, 3, 4, 5, 6, 7, 8;
update attempt_counters as counter set latencies = packed.latencies
from (
  select team_id, span, webhook_id, at, status, error_code, trigger, array_agg(1024 * count + latency_bucket)::text as latencies
  from attempt_latencies group by 1, 2, 3, 4, 5, 6, 7) as packed
where counter.team_id = packed.team_id and counter.span = packed.span and counter.webhook_id = packed.webhook_id
  and counter.at = packed.at and counter.status = packed.status and counter.error_code = packed.error_code
  and counter.trigger = packed.trigger;
drop table attempt_latencies;

insert into execution_counters (team_id, span, transformation_id, at, webhook_id, log_level, count)
select team_id, span || '_total', team_id, at, team_id, log_level, sum(count)
from execution_counters where span in ('hour', 'day') group by 1, 2, 3, 4, 5, 6;
