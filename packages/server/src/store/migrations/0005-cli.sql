-- Developers' machines: how a CLI logs in, the keys that it gets, and its sessions.

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

-- A login that a CLI has begun and a person is to claim in the browser. The link and the address that the CLI
-- asks carry a secret each: whoever sees the one cannot collect with the other. Only hashes are kept.
create table cli_logins (
  id uuid primary key,
  link_hash bytea not null unique,
  poll_hash bytea not null unique,
  device_name text not null,
  -- Where the CLI asked from: `address` is shown to people, `throttled_address` is counted.
  address text not null,
  throttled_address text not null,
  begun_at timestamptz not null default now(),
  claimed_by uuid references users on delete cascade,
  -- The project that the person was in.
  team_id uuid references projects,
  claimed_at timestamptz,
  -- The key was given out; a login gives one key.
  collected_at timestamptz,
  -- The person refused it: nobody can claim it any more, and the CLI learns why.
  refused_at timestamptz
);
create index cli_logins_by_address on cli_logins (throttled_address, begun_at);
create index cli_logins_by_age on cli_logins (begun_at);

-- A key of one machine. It is a person's, and may what they may, or it was made from an API key, and ends with it.
create table cli_keys (
  id uuid primary key,
  hash bytea not null unique,
  user_id uuid references users on delete cascade,
  api_key_id uuid references api_keys on delete cascade,
  -- What it acts on when a call names no project.
  team_id uuid not null references projects,
  cli_id uuid not null references cli_clients on delete cascade,
  -- To the day.
  last_used_at timestamptz not null default now(),
  check (num_nonnulls(user_id, api_key_id) = 1)
);
create index cli_keys_of_user on cli_keys (user_id, last_used_at) where user_id is not null;
create index cli_keys_of_api_key on cli_keys (api_key_id, last_used_at) where api_key_id is not null;
create index cli_keys_of_client on cli_keys (cli_id);

-- Every process learns of sessions that come, change and end.
create function announce_cli_session_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('cli_sessions', coalesce(new.id, old.id)::text);
  return null;
end $$;
create trigger announce after insert or update or delete on cli_sessions
  for each row execute function announce_cli_session_change();
