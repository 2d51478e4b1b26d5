-- Erasures of the data of a person from what senders and destinations have sent.
create table erasures (
  id uuid primary key,
  team_id uuid not null references projects,
  -- Sealed. Null as soon as the erasure has ended, however it ended.
  identifier bytea,
  -- With a key that is not in the database: whoever knows the identifier can check that it was this one, nobody can try names.
  digest bytea not null,
  -- planning, planned, erasing, settling; then completed, cancelled or failed.
  state text not null,
  -- How far it has come: a stage is a kind of rows, and in it everything up to `done_until` has been looked at. What is still on
  -- its way after the first pass is erased by a further one.
  pass integer not null default 1,
  stage text not null,
  done_until uuid not null,
  -- Nothing newer belongs to it.
  last_id uuid not null,
  -- The oldest data of the project at its beginning, for the progress.
  oldest_at timestamptz not null,
  -- Whether this pass has erased anything.
  has_erased boolean not null default false,
  settling_since timestamptz,
  -- What the plan has counted, and what has been erased.
  planned jsonb not null default '{}',
  erased jsonb not null default '{}',
  started_by_user_id uuid not null,
  confirmed_by_user_id uuid,
  confirmed_at timestamptz,
  planned_at timestamptz,
  ended_at timestamptz,
  updated_at timestamptz not null default now(),
  check ((ended_at is null) = (identifier is not null))
);
-- Also how the database refuses a second one while the first is in progress.
create unique index erasures_in_progress on erasures (team_id) where ended_at is null;
create index erasures_of_project on erasures (team_id, id);
