-- Projects, what people configure, and what flows through.
--
-- Every id is a UUIDv7, made by the process that writes the row, so an id carries its creation time and
-- finds its own day partition; the rows have no created_at beside it. Ids of one request belong together:
-- an event's id is its request's id with a number in the last two bytes, so the events of a request are
-- one range of the primary key. The first payload of a request has the request's own id.

create table projects (
  id uuid primary key,
  organization_id uuid not null,
  name text not null,
  -- Sealed with the master key; signs what we deliver.
  signing_secret bytea not null,
  updated_at timestamptz not null default now()
);
create index projects_of_organization on projects (organization_id);

create table sources (
  id uuid primary key,
  team_id uuid not null references projects,
  name text not null,
  description text,
  type text not null,
  config jsonb not null,
  disabled_at timestamptz,
  deleted_at timestamptz,
  updated_at timestamptz not null default now()
);
create unique index sources_have_unique_names on sources (team_id, name) where deleted_at is null;

create table destinations (
  id uuid primary key,
  team_id uuid not null references projects,
  name text not null,
  description text,
  type text not null,
  config jsonb not null,
  disabled_at timestamptz,
  deleted_at timestamptz,
  updated_at timestamptz not null default now()
);
create unique index destinations_have_unique_names on destinations (team_id, name) where deleted_at is null;

create table connections (
  id uuid primary key,
  team_id uuid not null references projects,
  source_id uuid not null references sources,
  destination_id uuid not null references destinations,
  name text,
  description text,
  rules jsonb not null default '[]',
  paused_at timestamptz,
  disabled_at timestamptz,
  deleted_at timestamptz,
  updated_at timestamptz not null default now()
);
create unique index connections_have_unique_names on connections (source_id, name) where deleted_at is null;
create index connections_of_project on connections (team_id);
create index connections_of_destination on connections (destination_id);

-- A process that accepts, routes or delivers. Its heartbeat is the lease on all it holds.
create table processes (
  id integer generated always as identity primary key,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  -- Everything this process accepted before this id has been routed, and everything it was lent has been
  -- settled; take-over looks no further back.
  unfinished_from uuid not null
);

create table requests (
  team_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  rejection_cause text,
  verified boolean,
  accepted_by integer not null,
  primary key (team_id, id)
) partition by range (id);

create table payloads (
  team_id uuid not null,
  id uuid not null,
  method text not null,
  path text not null,
  query text,
  -- Names and values in turn, as they came: a JSON list of text.
  headers text not null,
  client_ip text,
  -- Null when the body was not kept (too large); never a part of a body.
  body bytea,
  primary key (team_id, id)
) partition by range (id);

create table events (
  team_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_data_id uuid not null,
  status text not null,
  -- The number of the last attempt that was begun; raised before the wire.
  attempts integer not null,
  -- Why the attempt that is running, or comes next, is made.
  trigger text not null,
  -- How many automatic retries were planned so far; manual and interrupted attempts do not count.
  retries smallint not null default 0,
  lease_owner integer,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  successful_at timestamptz,
  response_status smallint,
  error_code text,
  updated_at timestamptz not null,
  primary key (team_id, id)
) partition by range (id);
-- Both are empty while all goes well: what is leased from birth never enters them.
create index events_due on events (next_attempt_at) where next_attempt_at is not null;
create index events_held on events (webhook_id) where status = 'HOLD';

create table ignored_events (
  team_id uuid not null,
  request_id uuid not null,
  webhook_id uuid not null,
  cause text not null,
  -- What the cause says more: the parts that a filter refused.
  meta jsonb,
  primary key (team_id, request_id, webhook_id)
) partition by range (request_id);

create table attempts (
  team_id uuid not null,
  event_id uuid not null,
  attempt_number integer not null,
  trigger text not null,
  status text not null,
  response_status smallint,
  error_code text,
  http_method text,
  requested_url text,
  response_headers text,
  response_body bytea,
  response_body_cut boolean not null default false,
  created_at timestamptz not null,
  delivered_at timestamptz,
  responded_at timestamptz,
  primary key (team_id, event_id, attempt_number)
) partition by range (event_id);

-- Added up in the commit that writes what they count. `lane` is the writer's: two batches in flight never
-- wait for each other's row, and readers add the lanes up.
create table minute_counters (
  team_id uuid not null,
  minute timestamptz not null,
  subject_id uuid not null,
  measure text not null,
  lane integer not null,
  count bigint not null,
  primary key (team_id, minute, subject_id, measure, lane)
);

-- Tells every process which source's routing changed. Listeners reload that source, with its connections
-- and destinations, in one query.
create function announce_source_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('routing', new.id::text);
  return null;
end $$;
create function announce_connection_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('routing', new.source_id::text);
  return null;
end $$;
create function announce_destination_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('routing', source_id::text)
  from (select distinct source_id from connections where destination_id = new.id) as affected;
  return null;
end $$;
create function announce_project_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('routing', id::text) from sources where team_id = new.id;
  return null;
end $$;
create trigger announce after insert or update on sources for each row execute function announce_source_change();
create trigger announce after insert or update on connections for each row execute function announce_connection_change();
create trigger announce after update on destinations for each row execute function announce_destination_change();
create trigger announce after update on projects for each row execute function announce_project_change();
