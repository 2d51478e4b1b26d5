-- What people configure: sources, destinations, the connections between them, and the transformations they run.
--
-- `edited_at` is the last `updated_at` at which name, description, settings, rules or code changed. A save that names the
-- version it has read is refused if this one is later. Null: not edited since the row was made.

-- An older way to give sources their authentication.
create table integrations (
  id uuid primary key,
  team_id uuid not null references projects,
  label text not null,
  provider text not null,
  features text[] not null,
  -- Sealed JSON: the secrets of the method that the provider names.
  configs bytea not null,
  updated_at timestamptz not null
);
create index integrations_of_project on integrations (team_id, id);

create table sources (
  id uuid primary key,
  team_id uuid not null references projects,
  name text not null,
  description text,
  type text not null,
  config jsonb not null,
  disabled_at timestamptz,
  deleted_at timestamptz,
  updated_at timestamptz not null default now(),
  -- Sealed JSON; what `config.auth` shows to those who may see it. Null: none.
  auth bytea,
  edited_at timestamptz,
  -- The integration that the authentication comes from. Null: the source has its own, or none.
  integration_id uuid references integrations
);
create unique index sources_have_unique_names on sources (team_id, name) where deleted_at is null;
create index sources_of_integration on sources (integration_id) where integration_id is not null;

create table destinations (
  id uuid primary key,
  team_id uuid not null references projects,
  name text not null,
  description text,
  type text not null,
  config jsonb not null,
  disabled_at timestamptz,
  deleted_at timestamptz,
  updated_at timestamptz not null default now(),
  -- As that of a source.
  auth bytea,
  edited_at timestamptz
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
  updated_at timestamptz not null default now(),
  -- What counts is the state of a connection; its events follow in small steps (workers/following-events.ts). This number is
  -- raised by every pause, unpause, disable, enable and delete.
  state_number integer not null default 0,
  -- The number of the state that its events are known to be in line with. Lower: the connection is behind.
  followed_number integer not null default 0,
  -- Set by disable and delete: what was pending then is still to be cancelled, also if somebody enables the
  -- connection before all of it is. Null: nothing is left of that.
  cancels_before timestamptz,
  edited_at timestamptz,
  -- The rules with the keys in the order in which a person wrote them: jsonb sorts keys. `rules` is what the product decides
  -- by. Where the two differ, this column counts for nothing.
  rules_as_written json
);
create unique index connections_have_unique_names on connections (source_id, name) where deleted_at is null;
create index connections_of_project on connections (team_id);
create index connections_of_destination on connections (destination_id);
-- Empty but for the connections whose events are being brought in line.
create index connections_behind on connections (id) where followed_number < state_number;

create table transformations (
  id uuid primary key,
  team_id uuid not null references projects,
  name text not null,
  code text not null,
  -- Sealed JSON of names and values; null: none.
  env bytea,
  deleted_at timestamptz,
  updated_at timestamptz not null default now(),
  edited_at timestamptz
);
create unique index transformations_have_unique_names on transformations (team_id, name) where deleted_at is null;

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
create trigger announce after insert or update on sources for each row execute function announce_source_change();
create trigger announce after insert on connections for each row execute function announce_connection_change();
-- That the events of a connection are in line changes nothing for its routing: nobody needs to read its source anew.
create trigger announce_change after update on connections for each row
  when (old.followed_number = new.followed_number) execute function announce_connection_change();
create trigger announce after update on destinations for each row execute function announce_destination_change();
create trigger announce after update on projects for each row execute function announce_project_change();
create trigger announce after update on transformations
  for each row execute function announce_transformation_change();
