-- Counters of attempts also say which response a failed attempt got: where it has no error code, its response status takes
-- the place of the code. An attempt has one of both, so the key stays as wide as it was. Attempts that were counted before
-- have neither.
create or replace function count_new_attempts() returns trigger language plpgsql as $$
begin
  insert into attempt_news (team_id, webhook_id, at, status, error_code, trigger, latency_bucket,
    count, delivered, answered, response_ms, response_ms_max, delivery_ms)
  select team_id, webhook_id, date_bin('1 minute', created_at, '2000-01-01 00:00:00+00'), status, failure, trigger,
    latency_bucket(response_ms::bigint),
    count(*), count(delivery_ms), count(response_ms), coalesce(sum(response_ms), 0), coalesce(max(response_ms), 0), coalesce(sum(delivery_ms), 0)
  from (
    select team_id, webhook_id, created_at, status, trigger,
      coalesce(error_code, case when status = 'FAILED' then response_status::text end, '') as failure,
      round(date_part('epoch', responded_at - delivered_at) * 1000) as response_ms,
      round(date_part('epoch', delivered_at - created_at) * 1000) as delivery_ms
    from new_rows offset 0) as made -- an offset, so that nothing is computed twice
  group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;
