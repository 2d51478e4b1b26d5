-- The time in an id was read wrongly before PostgreSQL 18, so requests, events, ignored events and executions were counted
-- under times of their own: to PostgreSQL `a << 8 | b << 4` is `((a << 8) | b) << 4`. Version 18 reads such times itself,
-- and only asks this function about ids that are not ours.

do $$
declare
  is_new boolean := current_setting('server_version_num')::int >= 180000;
begin
  execute format($function$
    create or replace function %I(id uuid) returns timestamptz language sql immutable parallel safe %s
      return to_timestamp(least(
        (get_byte(uuid_send(id), 0)::bigint << 40) | (get_byte(uuid_send(id), 1)::bigint << 32)
        | (get_byte(uuid_send(id), 2)::bigint << 24) | (get_byte(uuid_send(id), 3)::bigint << 16)
        | (get_byte(uuid_send(id), 4)::bigint << 8) | get_byte(uuid_send(id), 5)::bigint,
        253402300799000) / 1000.0::float8)
  $function$,
    case when is_new then 'made_at_of_any' else 'made_at' end,
    case when is_new then 'set search_path = pg_catalog' else '' end);
end $$;

-- What was counted wrongly is counted again, as far as its rows are still there. Nobody may write meanwhile.
do $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    return;
  end if;
  lock table requests, events, ignored_events, transformation_executions in share row exclusive mode;
  delete from request_counters;
  delete from request_news;
  insert into request_news (team_id, source_id, at, rejection_cause, count, discarded)
  select team_id, source_id, minute_of(id), coalesce(rejection_cause, ''), count(*),
    count(*) filter (where rejection_cause is null and is_discarded(team_id, id))
  from requests group by 1, 2, 3, 4;
  delete from event_counters;
  delete from event_news;
  insert into event_news (team_id, webhook_id, at, status, response_status, error_code, count, attempts, scheduled_retries)
  select team_id, webhook_id, minute_of(id), status, coalesce(response_status, 0), coalesce(error_code, ''),
    count(*), sum(attempts), count(*) filter (where status = 'FAILED' and next_attempt_at is not null)
  from events group by 1, 2, 3, 4, 5, 6;
  delete from ignored_counters;
  delete from ignored_news;
  insert into ignored_news (team_id, webhook_id, at, cause, count)
  select team_id, webhook_id, minute_of(request_id), cause, count(*) from ignored_events group by 1, 2, 3, 4;
  delete from execution_counters;
  delete from execution_news;
  insert into execution_news (team_id, transformation_id, at, webhook_id, log_level, count)
  select team_id, transformation_id, minute_of(id), webhook_id, log_level, count(*)
  from transformation_executions group by 1, 2, 3, 4, 5;
end $$;
