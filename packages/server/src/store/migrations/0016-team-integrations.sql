-- What a project has connected: where its metrics go, or who may read them.
create table team_integrations (
  id uuid primary key,
  team_id uuid not null references projects,
  provider text not null,
  features text[] not null,
  -- Sealed JSON: it holds keys of other services.
  configs bytea not null,
  -- SHA-256 of the token with which a scraper reads the metrics of this project; null where Posthorn sends them.
  token_hash bytea unique,
  -- When the next push is due, and thereby a lease: a process that pushes moves it first. Null where nothing is pushed.
  next_push_at timestamptz,
  -- Pushes that failed since the last success.
  failures integer not null default 0,
  succeeded_at timestamptz,
  -- Why the last push failed; null after a success.
  error text,
  unique (team_id, provider)
);
create index team_integrations_due on team_integrations (next_push_at) where next_push_at is not null;
