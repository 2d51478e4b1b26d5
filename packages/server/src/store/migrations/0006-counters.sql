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
--
-- Totals: hours and days are also counted for each source, each destination and the whole project. They lie in the same
-- tables, under the spans 'hour_total' and 'day_total'. There the id of the source, the destination or the project stands
-- in the column of the subject, and the project's id in all other columns of ids.

-- The moment in which a row was made, its minute, and the smallest id of a moment. Ids are UUIDv7: their first 48 bits are
-- milliseconds. PostgreSQL has a function for it since version 18, which takes a tenth of the time. It answers null for
-- other ids: those are left to `made_at_of_any`, which a setting keeps from being inlined. Its long expression is almost
-- never used, and each statement would have to prepare it.
do $$
declare
  is_new boolean := current_setting('server_version_num')::int >= 180000;
begin
  execute format($function$
    create function %I(id uuid) returns timestamptz language sql immutable parallel safe %s
      return to_timestamp(least(
        (get_byte(uuid_send(id), 0)::bigint << 40) | (get_byte(uuid_send(id), 1)::bigint << 32)
        | (get_byte(uuid_send(id), 2)::bigint << 24) | (get_byte(uuid_send(id), 3)::bigint << 16)
        | (get_byte(uuid_send(id), 4)::bigint << 8) | get_byte(uuid_send(id), 5)::bigint,
        253402300799000) / 1000.0::float8)
  $function$,
    case when is_new then 'made_at_of_any' else 'made_at' end,
    case when is_new then 'set search_path = pg_catalog' else '' end);
  if is_new then
    create function made_at(id uuid) returns timestamptz language sql immutable parallel safe
      return coalesce(uuid_extract_timestamp(id), made_at_of_any(id));
  end if;
end $$;
create function minute_of(id uuid) returns timestamptz language sql immutable parallel safe
  return date_bin('1 minute', made_at(id), '2000-01-01 00:00:00+00');
create function first_id(at timestamptz) returns uuid language sql immutable parallel safe
  return rpad(lpad(to_hex((date_part('epoch', at) * 1000)::bigint), 12, '0'), 32, '0')::uuid;

-- Which latencies are counted as one. Bucket n holds those above 1.04^(n-1) ms and up to 1.04^n ms; -1: no answer.
-- metrics/latency.ts has the way back.
create function latency_bucket(ms bigint) returns smallint language sql immutable parallel safe
  return case when ms is null then -1 when ms <= 1 then 0 else ceil(ln(ms::float8) / ln(1.04::float8)) end::smallint;

-- In all counters `at` is the beginning of a minute, hour or day in UTC, as `span` says. Nothing is null, so that every
-- key is found: an empty text, 0 and -1 stand for "none". Keys include the counts of events and attempts, so charts read
-- the index alone: the counters of one connection lie far apart in their table, because all connections write there at the
-- same time. The index is enough only for pages that vacuum has seen since their last change, so it comes often.
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
    include (count, attempts, scheduled_retries)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
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
  -- Where a failed attempt has none, its response status takes the place of the code: an attempt has one of both.
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
  -- How long the destination took to answer, in buckets: an array of numbers as PostgreSQL writes it, each
  -- 1024 × count + bucket. It is text because it is read far more often than added to, and writing out an array of numbers
  -- takes longer than everything else a reader does.
  latencies text not null default '{}',
  primary key (team_id, span, webhook_id, at, status, error_code, trigger)
    include (count, delivered, answered, response_ms, delivery_ms, response_ms_max)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

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

-- The changes that no reader and no worker has to look for: all of them. `told_at` is when they were written, which is when
-- the thing happened: issues need to know it, and a count stands under its minute. Thousands of rows come and go in a
-- minute, and their places are needed again soon.

create table request_news (
  team_id uuid not null,
  source_id uuid not null,
  at timestamptz not null,
  rejection_cause text not null,
  count bigint not null,
  discarded bigint not null,
  told_at timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

create table event_news (
  team_id uuid not null,
  webhook_id uuid not null,
  at timestamptz not null,
  status text not null,
  response_status smallint not null,
  error_code text not null,
  count bigint not null,
  attempts bigint not null,
  scheduled_retries bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

create table ignored_news (
  team_id uuid not null,
  webhook_id uuid not null,
  at timestamptz not null,
  cause text not null,
  count bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

create table attempt_news (
  team_id uuid not null,
  webhook_id uuid not null,
  at timestamptz not null,
  status text not null,
  error_code text not null,
  trigger text not null,
  count bigint not null,
  delivered bigint not null,
  answered bigint not null,
  response_ms bigint not null,
  response_ms_max bigint not null,
  delivery_ms bigint not null,
  latency_bucket smallint not null,
  is_final boolean not null default false,
  told_at timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

create table execution_news (
  team_id uuid not null,
  transformation_id uuid not null,
  at timestamptz not null,
  webhook_id uuid not null,
  log_level text not null,
  count bigint not null,
  told_at timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

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

-- The triggers. Most statements write few rows, so what a trigger does once for each statement weighs more than what it does
-- for each row.

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

-- Two plain sums instead of one with signs. Moving the news adds up what they have in common.
create or replace function count_changed_events() returns trigger language plpgsql as $$
begin
  insert into event_news (team_id, webhook_id, at, status, response_status, error_code, count, attempts, scheduled_retries)
  select team_id, webhook_id, minute_of(id), status, coalesce(response_status, 0), coalesce(error_code, ''),
    count(*), sum(attempts), count(*) filter (where status = 'FAILED' and next_attempt_at is not null)
  from new_rows group by 1, 2, 3, 4, 5, 6
  union all
  select team_id, webhook_id, minute_of(id), status, coalesce(response_status, 0), coalesce(error_code, ''),
    -count(*), -sum(attempts), -count(*) filter (where status = 'FAILED' and next_attempt_at is not null)
  from old_rows group by 1, 2, 3, 4, 5, 6;
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
-- pipeline/route/reroute.ts counts by hand: events may take the place of ignored ones then. Nearly every batch ignores
-- nothing.
create or replace function count_new_ignored_events() returns trigger language plpgsql as $$
begin
  if not exists (select from new_rows) then
    return null;
  end if;
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

-- Milliseconds as floats: PostgreSQL adds up bigints as numeric, which is slower. All whole numbers here are exact.
create or replace function count_new_attempts() returns trigger language plpgsql as $$
begin
  insert into attempt_news (team_id, webhook_id, at, status, error_code, trigger, latency_bucket, is_final,
    count, delivered, answered, response_ms, response_ms_max, delivery_ms)
  select team_id, webhook_id, date_bin('1 minute', created_at, '2000-01-01 00:00:00+00'), status, failure, trigger,
    latency_bucket(response_ms::bigint), is_final,
    count(*), count(delivery_ms), count(response_ms), coalesce(sum(response_ms), 0), coalesce(max(response_ms), 0), coalesce(sum(delivery_ms), 0)
  from (
    select team_id, webhook_id, created_at, status, trigger,
      coalesce(error_code, case when status = 'FAILED' then response_status::text end, '') as failure,
      coalesce(is_final, false) as is_final,
      round(date_part('epoch', responded_at - delivered_at) * 1000) as response_ms,
      round(date_part('epoch', delivered_at - created_at) * 1000) as delivery_ms
    from new_rows offset 0) as made -- an offset, so that nothing is computed twice
  group by 1, 2, 3, 4, 5, 6, 7, 8;
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

-- The counters of hours, one row for each day.
--
-- A chart of 30 days by the hour read 720 rows for each series and status. When a day is over, a worker moves its hours
-- into one row for each key (store/packed-hours.ts). Changes that come later make ordinary counters of hours again, and
-- readers add both.
--
-- `at` is the beginning of the day, `span` is 'hour' or 'hour_total'. `hours` has the beginning of each hour in seconds since
-- 1970, with a space between two, and each value has as many entries, in the same order. They are text because they are
-- read far more often than written, and writing out numbers takes longer than everything else a reader does.

create table request_hours (
  team_id uuid not null,
  span text not null,
  source_id uuid not null,
  at timestamptz not null,
  rejection_cause text not null,
  hours text not null,
  count text not null,
  discarded text not null,
  primary key (team_id, span, source_id, at, rejection_cause)
);

create table event_hours (
  team_id uuid not null,
  span text not null,
  webhook_id uuid not null,
  at timestamptz not null,
  status text not null,
  response_status smallint not null,
  error_code text not null,
  hours text not null,
  count text not null,
  attempts text not null,
  scheduled_retries text not null,
  primary key (team_id, span, webhook_id, at, status, response_status, error_code)
);

create table ignored_hours (
  team_id uuid not null,
  span text not null,
  webhook_id uuid not null,
  at timestamptz not null,
  cause text not null,
  hours text not null,
  count text not null,
  primary key (team_id, span, webhook_id, at, cause)
);

create table attempt_hours (
  team_id uuid not null,
  span text not null,
  webhook_id uuid not null,
  at timestamptz not null,
  status text not null,
  error_code text not null,
  trigger text not null,
  hours text not null,
  count text not null,
  delivered text not null,
  answered text not null,
  response_ms text not null,
  delivery_ms text not null,
  response_ms_max text not null,
  -- The latencies of each hour in their short form, with a semicolon between two.
  latencies text not null,
  primary key (team_id, span, webhook_id, at, status, error_code, trigger)
  -- Without this, rows above 2 kB are compressed and cut into pieces, and charts would have to put them together again.
) with (toast_tuple_target = 8160);

create table execution_hours (
  team_id uuid not null,
  span text not null,
  transformation_id uuid not null,
  at timestamptz not null,
  webhook_id uuid not null,
  log_level text not null,
  hours text not null,
  count text not null,
  primary key (team_id, span, transformation_id, at, webhook_id, log_level)
);

-- Half as long as the array, and from the highest bucket down, where percentiles are found: `=`, how many latencies there
-- are, `@`, the highest bucket plus 1; then for each bucket a letter and how many it has, unless that is 1. The letter says
-- how far the bucket is below the last one: a for 1, z for 26. Z goes down by 26, to no bucket. `+` stands before several.
create function latencies_shortened(latencies text) returns text language sql immutable parallel safe
  return case
    when latencies = '{}' then '=0@0'
    else (
      select '=' || sum(count) || '@' || max(bucket) + 1 || string_agg(
        repeat('Z', (steps - 1) / 26) || chr(97 + (steps - 1) % 26) || case when count = 1 then '' else count::text end,
        '' order by bucket desc)
      from (
        select bucket, count, coalesce(lag(bucket) over (order by bucket desc) - bucket, 1) as steps
        from (
          select (packed & 1023)::int as bucket, sum(packed >> 10)::bigint as count
          from unnest(latencies::bigint[]) as packed group by 1) as buckets) as climbed)
  end;

-- What an organization's deleted projects had counted, by the UTC day. The removal of such a project deletes its counters
-- and adds them here, in one statement.
create table usage_of_deleted_projects (
  organization_id uuid not null references organizations on delete cascade,
  day date not null,
  events bigint not null,
  requests bigint not null,
  primary key (organization_id, day)
);
