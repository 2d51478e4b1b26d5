-- Keys that are rolled, keys with a role, and when a key was last used.

alter table api_keys
  add role text not null default 'admin' check (role in ('viewer', 'member', 'admin')),
  -- The project's own key, sealed, so that admins can look at it again. Null: a further key, which was shown once.
  add sealed bytea,
  -- The person who made it. No reference: the key stays when the person is gone.
  add created_by uuid,
  -- To the minute.
  add last_used_at timestamptz;

-- A project has one key of its own at a time. Those that were rolled have an end.
create unique index api_keys_own on api_keys (team_id) where sealed is not null and expires_at is null;

-- Null: the secret is as old as the project.
alter table projects
  add signing_secret_rolled_at timestamptz,
  add signing_secret_rolled_by uuid;
