-- Named filters of the lists of events and requests, shared by all members of a project.
create table saved_views (
  id uuid primary key,
  team_id uuid not null references projects,
  resource text not null,
  name text not null,
  -- The filters of the list's address, as the dashboard wrote them.
  filters jsonb not null,
  -- Saved from the list of the CLI, and opens there.
  is_cli boolean not null,
  updated_at timestamptz not null
);
-- Two names that differ only in case look like the same tab.
create unique index saved_views_name on saved_views (team_id, resource, lower(name));
