-- What goes wrong is an issue, once, however often it does.
--
-- Failures are counted already, in the commit that writes them (0015). Moving these news into the counters also writes
-- `issue_news`: a row for each thing that went wrong, however often it did. So a failure costs nothing more, and none is
-- lost. A worker turns this news into issues (workers/issue-opening.ts).

create table issue_triggers (
  id uuid primary key,
  team_id uuid not null references projects,
  name text,
  type text not null,
  configs jsonb not null,
  -- Null: nobody is told.
  channels jsonb,
  disabled_at timestamptz,
  -- Issues keep the trigger that opened them.
  deleted_at timestamptz,
  updated_at timestamptz not null
);
create unique index issue_triggers_have_unique_names on issue_triggers (team_id, name) where deleted_at is null;
create index issue_triggers_of_project on issue_triggers (team_id, id);

create table issues (
  id uuid primary key,
  team_id uuid not null references projects,
  type text not null,
  -- A connection, transformation, destination or source, as the type says.
  subject_id uuid not null,
  -- What deliveries fail with (a response status or an error code), a log level, a delay in milliseconds, or a cause.
  key text not null,
  issue_trigger_id uuid not null references issue_triggers,
  status text not null,
  -- What is seen after this moment makes a resolved issue open again.
  status_changed_at timestamptz not null,
  opened_at timestamptz not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- The person who changed the status last. Null: nobody did, or a key.
  last_updated_by uuid,
  dismissed_at timestamptz,
  auto_resolved_at timestamptz,
  -- An attempt (its event, and its number), an execution or a request, as an example. Retention may have deleted it.
  reference_id uuid,
  reference_number integer,
  updated_at timestamptz not null,
  unique (team_id, type, subject_id, key)
);
create index issues_of_project on issues (team_id, status, last_seen_at);

create table issue_news (
  team_id uuid not null,
  type text not null,
  subject_id uuid not null,
  key text not null,
  count bigint not null,
  -- No retry will follow. Only deliveries know.
  is_final boolean not null,
  first_at timestamptz not null,
  last_at timestamptz not null
);
alter table issue_news set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- Null: the attempt is older than this column, or succeeded.
alter table attempts add is_final boolean;

-- When news were written, which is when the thing happened. A count stands under its minute, which is not exact enough.
alter table attempt_news add is_final boolean not null default false, add told_at timestamptz not null default now();
alter table execution_news add told_at timestamptz not null default now();
alter table request_news add told_at timestamptz not null default now();

-- The failed attempts of a connection by what they failed with, to find the events of an issue.
create function failure_of(status text, error_code text, response_status smallint) returns text
  language sql immutable parallel safe
  return case when status = 'FAILED' then coalesce(error_code, response_status::text, '') end;
create index attempts_failed on attempts (webhook_id, failure_of(status, error_code, response_status), event_id)
  where status = 'FAILED';
-- The runs of a transformation that are worth an issue.
create index executions_of_level on transformation_executions (transformation_id, log_level, id)
  where log_level in ('warn', 'error', 'fatal');

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

-- A project begins with a trigger of each type that the product had from the start. Everyone of the project gets a mail.
insert into issue_triggers (id, team_id, name, type, configs, channels, updated_at)
select
  (lpad(to_hex((date_part('epoch', now()) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid,
  projects.id, null, defaults.type, defaults.configs::jsonb, '{"email": {}}'::jsonb, now()
from projects cross join (values
  ('delivery', '{"strategy": "first_attempt", "connections": "*"}'),
  ('transformation', '{"log_level": "warn", "transformations": "*"}'),
  ('backpressure', '{"delay": 600000, "destinations": "*"}')) as defaults (type, configs)
where projects.deleted_at is null;
