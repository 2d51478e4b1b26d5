-- The counters of hours, one row for each day.
--
-- A chart of 30 days by the hour read 720 rows for each series and status. When a day is over, a worker moves its hours
-- into one row for each key (store/packed-hours.ts). Changes that come later make ordinary counters of hours again, and
-- readers add both. So these tables begin empty, and the worker also packs what is there.
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
);
-- Without this, rows above 2 kB are compressed and cut into pieces, and charts would have to put them together again.
alter table attempt_hours set (toast_tuple_target = 8160);

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
