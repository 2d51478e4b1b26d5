-- What the first person of an organization has answered at /onboarding. Null: not asked, or not answered.
alter table organizations
  add column discovery_method text,
  add column use_case text,
  add column use_case_other text;

-- How far a project has come in the guide through its first connection. The ids have no foreign keys: what was deleted
-- since is left out when they are read.
create table onboarding_progress (
  id uuid primary key,
  team_id uuid not null unique references projects,
  source_id uuid,
  destination_id uuid,
  webhook_id uuid,
  updated_at timestamptz not null
);
