-- Counts of all that flows, exact and quick to read.
--
-- Five facts are counted: requests, events, ignored events, attempts and executions. Triggers see every row that a
-- statement writes and append the change of each count to `…_news`, in the same commit. Writers never wait for each
-- other there, because nothing is ever updated. A worker moves the news into `…_counters` every few seconds
-- (workers/counting.ts). A reader adds both.
--
-- A fact is counted under the minute of its creation, and under its present state: a change of state is one less of the
-- old and one more of the new. So the counts of a minute equal the rows of that minute. Retention deletes rows and not
-- their counts, so no trigger looks at deletions.

drop table minute_counters;

-- Null: the attempt is older than this column.
alter table attempts add webhook_id uuid;

-- The moment in which a row was made, its minute, and the smallest id of a moment. Ids are UUIDv7: their first 48 bits are
-- milliseconds.
create function made_at(id uuid) returns timestamptz language sql immutable parallel safe
  return to_timestamp(least(
    get_byte(uuid_send(id), 0)::bigint << 40 | get_byte(uuid_send(id), 1)::bigint << 32
    | get_byte(uuid_send(id), 2)::bigint << 24 | get_byte(uuid_send(id), 3)::bigint << 16
    | get_byte(uuid_send(id), 4)::bigint << 8 | get_byte(uuid_send(id), 5)::bigint,
    253402300799000) / 1000.0::float8);
-- PostgreSQL has a function for it since version 18, which takes a tenth of the time. It answers null for other ids.
do $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    alter function made_at(uuid) rename to made_at_of_any;
    create function made_at(id uuid) returns timestamptz language sql immutable parallel safe
      return coalesce(uuid_extract_timestamp(id), made_at_of_any(id));
  end if;
end $$;
create function minute_of(id uuid) returns timestamptz language sql immutable parallel safe
  return date_bin('1 minute', made_at(id), '2000-01-01 00:00:00+00');
create function first_id(at timestamptz) returns uuid language sql immutable parallel safe
  return rpad(lpad(to_hex((date_part('epoch', at) * 1000)::bigint), 12, '0'), 32, '0')::uuid;
create function ms_between(earlier timestamptz, later timestamptz) returns bigint language sql immutable parallel safe
  return (date_part('epoch', later - earlier) * 1000)::bigint;

-- Which latencies are counted as one. Bucket n holds those above 1.04^(n-1) ms and up to 1.04^n ms; -1: no answer.
-- metrics/latency.ts has the way back.
create function latency_bucket(ms bigint) returns smallint language sql immutable parallel safe
  return case when ms is null then -1 when ms <= 1 then 0 else ceil(ln(ms::float8) / ln(1.04::float8)) end::smallint;

-- In all of them `at` is the beginning of a minute, hour or day in UTC, as `span` says. Nothing is null, so that every
-- key is found: an empty text, 0 and -1 stand for "none".
create table request_counters (
  team_id uuid not null,
  span text not null,
  source_id uuid not null,
  at timestamptz not null,
  rejection_cause text not null,
  count bigint not null,
  -- Accepted, with ignored events and without an event.
  discarded bigint not null,
  primary key (team_id, span, source_id, at, rejection_cause)
);

create table event_counters (
  team_id uuid not null,
  span text not null,
  webhook_id uuid not null,
  at timestamptz not null,
  status text not null,
  response_status smallint not null,
  error_code text not null,
  count bigint not null,
  attempts bigint not null,
  -- Failed, and to be tried again.
  scheduled_retries bigint not null,
  primary key (team_id, span, webhook_id, at, status, response_status, error_code)
);
-- What waits, and since when. A count that has become nothing leaves the table and this index.
create index event_counters_waiting on event_counters (span, team_id, webhook_id, at) where status = 'QUEUED';

create table ignored_counters (
  team_id uuid not null,
  span text not null,
  webhook_id uuid not null,
  at timestamptz not null,
  cause text not null,
  count bigint not null,
  primary key (team_id, span, webhook_id, at, cause)
);

create table attempt_counters (
  team_id uuid not null,
  span text not null,
  webhook_id uuid not null,
  at timestamptz not null,
  status text not null,
  error_code text not null,
  trigger text not null,
  count bigint not null,
  -- The request reached the destination.
  delivered bigint not null,
  -- It answered, which a request that timed out did not.
  answered bigint not null,
  response_ms bigint not null,
  response_ms_max bigint not null,
  delivery_ms bigint not null,
  primary key (team_id, span, webhook_id, at, status, error_code, trigger)
);

-- The same attempts once more, by how long the destination took to answer. Apart, because only percentiles need them.
create table attempt_latencies (
  team_id uuid not null,
  span text not null,
  webhook_id uuid not null,
  at timestamptz not null,
  status text not null,
  error_code text not null,
  trigger text not null,
  latency_bucket smallint not null,
  count bigint not null,
  primary key (team_id, span, webhook_id, at, status, error_code, trigger, latency_bucket)
);

create table execution_counters (
  team_id uuid not null,
  span text not null,
  transformation_id uuid not null,
  at timestamptz not null,
  webhook_id uuid not null,
  log_level text not null,
  count bigint not null,
  primary key (team_id, span, transformation_id, at, webhook_id, log_level)
);

-- The changes that no reader and no worker has to look for: all of them.
create table request_news (like request_counters);
create table event_news (like event_counters);
create table ignored_news (like ignored_counters);
create table attempt_news (like attempt_counters);
alter table attempt_news add latency_bucket smallint not null;
create table execution_news (like execution_counters);
alter table request_news drop span;
alter table event_news drop span;
alter table ignored_news drop span;
alter table attempt_news drop span;
alter table execution_news drop span;

-- Thousands of rows come and go in a minute. Their places are needed again soon.
alter table request_news set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
alter table event_news set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
alter table ignored_news set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
alter table attempt_news set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
alter table execution_news set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- How many events wait for each destination, and for how long: the most of each minute, hour and day.
create table queue_samples (
  team_id uuid not null,
  span text not null,
  destination_id uuid not null,
  at timestamptz not null,
  max_depth bigint not null,
  max_age_ms bigint not null,
  primary key (team_id, span, destination_id, at)
);

create function count_new_requests() returns trigger language plpgsql as $$
begin
  insert into request_news (team_id, source_id, at, rejection_cause, count, discarded)
  select team_id, source_id, minute_of(id), coalesce(rejection_cause, ''), count(*), 0
  from new_rows group by 1, 2, 3, 4;
  return null;
end $$;
create trigger count_new after insert on requests
  referencing new table as new_rows for each statement execute function count_new_requests();

create function count_changed_requests() returns trigger language plpgsql as $$
begin
  insert into request_news (team_id, source_id, at, rejection_cause, count, discarded)
  select team_id, source_id, minute_of(id), coalesce(rejection_cause, ''), sum(sign), 0
  from (
    select 1 as sign, team_id, source_id, id, rejection_cause from new_rows
    union all
    select -1, team_id, source_id, id, rejection_cause from old_rows) as changed
  group by 1, 2, 3, 4 having sum(sign) <> 0;
  return null;
end $$;
create trigger count_changed after update on requests
  referencing new table as new_rows old table as old_rows for each statement execute function count_changed_requests();

create function count_new_events() returns trigger language plpgsql as $$
begin
  insert into event_news (team_id, webhook_id, at, status, response_status, error_code, count, attempts, scheduled_retries)
  select team_id, webhook_id, minute_of(id), status, coalesce(response_status, 0), coalesce(error_code, ''),
    count(*), sum(attempts), count(*) filter (where status = 'FAILED' and next_attempt_at is not null)
  from new_rows group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;
create trigger count_new after insert on events
  referencing new table as new_rows for each statement execute function count_new_events();

create function count_changed_events() returns trigger language plpgsql as $$
begin
  insert into event_news (team_id, webhook_id, at, status, response_status, error_code, count, attempts, scheduled_retries)
  select team_id, webhook_id, minute_of(id), status, coalesce(response_status, 0), coalesce(error_code, ''),
    sum(sign), sum(sign * attempts), coalesce(sum(sign) filter (where status = 'FAILED' and is_waiting), 0)
  from (
    select 1 as sign, team_id, webhook_id, id, status, response_status, error_code, attempts,
      next_attempt_at is not null as is_waiting
    from new_rows
    union all
    select -1, team_id, webhook_id, id, status, response_status, error_code, attempts, next_attempt_at is not null
    from old_rows) as changed
  group by 1, 2, 3, 4, 5, 6
  having sum(sign) <> 0 or sum(sign * attempts) <> 0 or sum(sign) filter (where status = 'FAILED' and is_waiting) <> 0;
  return null;
end $$;
create trigger count_changed after update on events
  referencing new table as new_rows old table as old_rows for each statement execute function count_changed_events();

-- Whether the request was accepted and all of its connections ignored it.
create function is_discarded(team uuid, request uuid) returns boolean language sql stable
  return exists (
      select from ignored_events
      where team_id = team and request_id >= request and request_id <= request)
    and not exists (
      select from events where team_id = team and id > request and id <= (left(request::text, 32) || 'ffff')::uuid);

-- A request is routed in one statement, after which this trigger sees its events too. If it is routed again later,
-- pipeline/route/reroute.ts counts by hand: events may take the place of ignored ones then.
create function count_new_ignored_events() returns trigger language plpgsql as $$
begin
  insert into ignored_news (team_id, webhook_id, at, cause, count)
  select team_id, webhook_id, minute_of(request_id), cause, count(*)
  from new_rows group by 1, 2, 3, 4;
  if current_setting('posthorn.is_rerouting', true) = 'on' then
    return null;
  end if;
  insert into request_news (team_id, source_id, at, rejection_cause, count, discarded)
  select requests.team_id, requests.source_id, minute_of(requests.id), '', 0, count(*)
  from (select team_id, request_id, count(*) as made from new_rows group by 1, 2) as ignored
  join requests on requests.team_id = ignored.team_id and requests.id = ignored.request_id
  where rejection_cause is null and is_discarded(ignored.team_id, ignored.request_id)
    and ignored.made = (
      select count(*) from ignored_events as stored
      where stored.team_id = ignored.team_id
        and stored.request_id >= ignored.request_id and stored.request_id <= ignored.request_id)
  group by 1, 2, 3;
  return null;
end $$;
create trigger count_new after insert on ignored_events
  referencing new table as new_rows for each statement execute function count_new_ignored_events();

create function count_new_attempts() returns trigger language plpgsql as $$
begin
  insert into attempt_news (team_id, webhook_id, at, status, error_code, trigger, latency_bucket,
    count, delivered, answered, response_ms, response_ms_max, delivery_ms)
  select team_id, webhook_id, date_bin('1 minute', created_at, '2000-01-01 00:00:00+00'), status, coalesce(error_code, ''), trigger,
    latency_bucket(response_ms),
    count(*), count(delivery_ms), count(response_ms), coalesce(sum(response_ms), 0), coalesce(max(response_ms), 0), coalesce(sum(delivery_ms), 0)
  from (
    select team_id, webhook_id, created_at, status, error_code, trigger,
      ms_between(delivered_at, responded_at) as response_ms,
      ms_between(created_at, delivered_at) as delivery_ms
    from new_rows offset 0) as made -- an offset, so that nothing is computed twice
  group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;
create trigger count_new after insert on attempts
  referencing new table as new_rows for each statement execute function count_new_attempts();

create function count_new_executions() returns trigger language plpgsql as $$
begin
  insert into execution_news (team_id, transformation_id, at, webhook_id, log_level, count)
  select team_id, transformation_id, minute_of(id), webhook_id, log_level, count(*)
  from new_rows group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger count_new after insert on transformation_executions
  referencing new table as new_rows for each statement execute function count_new_executions();

-- What is there already. Creating the triggers has shut out all writers, so nothing is missed and nothing counted twice.
insert into request_news (team_id, source_id, at, rejection_cause, count, discarded)
select team_id, source_id, minute_of(id), coalesce(rejection_cause, ''), count(*),
  count(*) filter (where rejection_cause is null and is_discarded(team_id, id))
from requests group by 1, 2, 3, 4;
insert into event_news (team_id, webhook_id, at, status, response_status, error_code, count, attempts, scheduled_retries)
select team_id, webhook_id, minute_of(id), status, coalesce(response_status, 0), coalesce(error_code, ''),
  count(*), sum(attempts), count(*) filter (where status = 'FAILED' and next_attempt_at is not null)
from events group by 1, 2, 3, 4, 5, 6;
insert into ignored_news (team_id, webhook_id, at, cause, count)
select team_id, webhook_id, minute_of(request_id), cause, count(*) from ignored_events group by 1, 2, 3, 4;
insert into attempt_news (team_id, webhook_id, at, status, error_code, trigger, latency_bucket,
  count, delivered, answered, response_ms, response_ms_max, delivery_ms)
select team_id, webhook_id, date_bin('1 minute', created_at, '2000-01-01 00:00:00+00'), status, coalesce(error_code, ''), trigger,
  latency_bucket(response_ms),
  count(*), count(delivery_ms), count(response_ms), coalesce(sum(response_ms), 0), coalesce(max(response_ms), 0), coalesce(sum(delivery_ms), 0)
from (
  select attempts.team_id, events.webhook_id, attempts.created_at, attempts.status, attempts.error_code,
    attempts.trigger,
    ms_between(delivered_at, responded_at) as response_ms,
    ms_between(attempts.created_at, delivered_at) as delivery_ms
  from attempts join events on events.team_id = attempts.team_id and events.id = attempts.event_id) as made
group by 1, 2, 3, 4, 5, 6, 7;
insert into execution_news (team_id, transformation_id, at, webhook_id, log_level, count)
select team_id, transformation_id, minute_of(id), webhook_id, log_level, count(*)
from transformation_executions group by 1, 2, 3, 4, 5;
