-- What the delivery engine needs beyond the first slice: secrets of sources and destinations, transformations
-- and what they did, keys of the deduplicate rule, sessions of developers' machines, bookmarks, bulk
-- operations, limits and retention.

alter table projects
  -- Null: no cap.
  add max_events_per_second integer check (max_events_per_second > 0),
  add retention_days integer not null default 30 check (retention_days > 0),
  -- Signs beside the new secret while a roll is open.
  add previous_signing_secret bytea,
  add previous_signing_secret_until timestamptz;

-- Sealed JSON; what `config.auth` shows to those who may see it. Null: none.
alter table sources add auth bytea;
alter table destinations add auth bytea;

alter table requests
  -- The payload, where it is not the request's own: a bookmark that was replayed. Null: the request's id.
  add payload_id uuid,
  -- When a person or a bulk operation last had it evaluated again.
  add retried_at timestamptz,
  add bulk_retry_id uuid;

alter table events
  -- The developer's machine that gets it; null for every destination that is not a CLI.
  add cli_id uuid,
  add cli_session_id uuid,
  -- The bulk operation that retried it last, and the status it had before: what an abort gives back.
  add bulk_retry_id uuid,
  add status_before_bulk_retry text,
  -- What indexes ask about. An index on `status` itself would make every attempt rewrite all indexes of its
  -- event; these stay the same for all that is neither held nor part of a bulk retry.
  add is_held boolean not null generated always as (status = 'HOLD') stored,
  add is_queued_in_bulk boolean not null generated always as (bulk_retry_id is not null and status = 'QUEUED') stored;
drop index events_held;
create index events_held on events (webhook_id) where is_held;
-- Empty but for what bulk operations touched: for the lists, and for what of an operation is still to be sent.
create index events_of_bulk_retry on events (bulk_retry_id, id) where bulk_retry_id is not null;
create index events_queued_of_bulk_retry on events (bulk_retry_id) where is_queued_in_bulk;
create index requests_of_bulk_retry on requests (bulk_retry_id, id) where bulk_retry_id is not null;
alter table attempts add bulk_retry_id uuid;

-- Found by connection first: a destination that takes no more, or is another worker's, costs a claim nothing.
drop index events_due;
create index events_due on events (webhook_id, next_attempt_at) where next_attempt_at is not null;

-- A payload that outlives its day: a bookmark points to it.
create table kept_payloads (
  team_id uuid not null,
  id uuid not null,
  method text not null,
  path text not null,
  query text,
  headers text not null,
  client_ip text,
  body bytea,
  primary key (team_id, id)
);

create table bookmarks (
  id uuid primary key,
  team_id uuid not null references projects,
  webhook_id uuid not null references connections,
  event_data_id uuid not null,
  label text not null,
  alias text,
  last_used_at timestamptz,
  updated_at timestamptz not null default now()
);
create index bookmarks_of_project on bookmarks (team_id, event_data_id);

create table transformations (
  id uuid primary key,
  team_id uuid not null references projects,
  name text not null,
  code text not null,
  -- Sealed JSON of names and values; null: none.
  env bytea,
  deleted_at timestamptz,
  updated_at timestamptz not null default now()
);
create unique index transformations_have_unique_names on transformations (team_id, name) where deleted_at is null;

create table transformation_executions (
  team_id uuid not null,
  id uuid not null,
  transformation_id uuid not null,
  webhook_id uuid not null,
  original_event_data_id uuid not null,
  -- Null: the run failed.
  transformed_event_data_id uuid,
  log_level text not null,
  logs text not null,
  primary key (team_id, id)
) partition by range (id);
create index executions_of_transformation on transformation_executions (transformation_id, id);

-- One row per connection and key inside its window. The window begins with the first request and is not
-- extended by its duplicates.
create table duplicate_keys (
  webhook_id uuid not null,
  key bytea not null,
  request_id uuid not null,
  until timestamptz not null,
  primary key (webhook_id, key)
);
create index duplicate_keys_by_end on duplicate_keys (until);

-- Which process paces the deliveries of a destination, or of a whole project that has a cap. Only limited
-- ones are here.
create table limiters (
  -- A destination's or a project's id.
  id uuid primary key,
  process_id integer not null,
  -- No delivery before this time, also for whoever owns it next.
  next_slot_at timestamptz not null default now()
);

create table cli_clients (
  id uuid primary key,
  team_id uuid not null references projects,
  device_name text not null,
  user_id uuid,
  updated_at timestamptz not null default now()
);
-- One machine of one person is one client, however often its CLI is started.
create unique index cli_clients_have_unique_devices on cli_clients (team_id, device_name, user_id) nulls not distinct;

create table cli_sessions (
  id uuid primary key,
  team_id uuid not null references projects,
  cli_id uuid not null references cli_clients on delete cascade,
  webhook_ids uuid[] not null,
  filters jsonb not null default '{}',
  -- The process that holds its socket; null while there is none.
  process_id integer,
  connected_at timestamptz,
  disconnected_at timestamptz
);
create index cli_sessions_of_project on cli_sessions (team_id);

create table bulk_operations (
  id uuid primary key,
  team_id uuid not null references projects,
  -- Counted per project, shown as #n.
  number integer not null,
  type text not null,
  -- As it was asked, and as it was understood: two spellings of one question are understood alike.
  query jsonb not null,
  filters jsonb not null,
  -- The snapshot: nothing newer belongs to it.
  last_id uuid not null,
  -- Everything up to here, in the order of ids, has been looked at.
  done_until uuid not null,
  estimated_count integer not null,
  estimated_batch integer not null,
  processed_batch integer not null default 0,
  completed_count integer not null default 0,
  failed_count integer not null default 0,
  -- Of the completed ones: put on their way, and not yet sent.
  waiting_count integer not null default 0,
  -- The process that works on it.
  process_id integer,
  cancelled_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  updated_at timestamptz not null default now(),
  unique (team_id, number)
);
-- Also how the database refuses a second one of the same kind while the first is in progress.
create unique index bulk_operations_in_progress on bulk_operations (team_id, type, md5(filters::text))
  where cancelled_at is null and completed_at is null and failed_at is null;

-- Routing also follows transformations: the code that a connection runs is part of its rules.
create function announce_transformation_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('routing', source_id::text)
  from (
    select distinct source_id from connections
    where team_id = new.team_id and deleted_at is null
      and rules @> jsonb_build_array(jsonb_build_object('transformation_id', new.id::text))) as affected;
  return null;
end $$;
create trigger announce after update on transformations
  for each row execute function announce_transformation_change();

create function announce_cli_session_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('cli_sessions', coalesce(new.id, old.id)::text);
  return null;
end $$;
create trigger announce after insert or update or delete on cli_sessions
  for each row execute function announce_cli_session_change();
