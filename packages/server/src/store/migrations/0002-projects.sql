-- Projects, who may do what in them, and what proves that a caller is one of those.

create table projects (
  id uuid primary key,
  organization_id uuid not null,
  name text not null,
  -- Sealed with the master key; signs what we deliver.
  signing_secret bytea not null,
  updated_at timestamptz not null default now(),
  -- Null: no cap.
  max_events_per_second integer check (max_events_per_second > 0),
  retention_days integer not null default 30 check (retention_days > 0),
  -- Signs beside the new secret while a roll is open.
  previous_signing_secret bytea,
  previous_signing_secret_until timestamptz,
  -- What the headers that we add to the project's deliveries begin with. Null: our own prefix.
  headers_prefix text,
  -- From here on the project is gone for everybody; its row stays until all that it had has been removed.
  deleted_at timestamptz,
  -- Which topics the project sends, and into which of its sources. The choice stays while it is switched off.
  webhooks_enabled boolean not null default false,
  webhook_topics text[] not null default '{}',
  webhook_source_id uuid,
  -- Only admins and the owner of the organization see a private project, and people who were added to it.
  private boolean not null default false,
  -- Null: the secret is as old as the project.
  signing_secret_rolled_at timestamptz,
  signing_secret_rolled_by uuid,
  -- A project of made-up data, in which people can see the product alive. An organization has one at most.
  is_sample boolean not null default false,
  -- Events per second that the project has bought. It counts if its organization's plan sells a tier of this throughput.
  -- Null: nothing was bought.
  bought_throughput integer
);
create index projects_of_organization on projects (organization_id);
create index projects_with_webhooks on projects (id) where webhooks_enabled and deleted_at is null;
create unique index projects_one_sample on projects (organization_id) where is_sample and deleted_at is null;

create table project_members (
  id uuid primary key,
  team_id uuid not null references projects,
  -- Only people of the organization can be added, and those who leave it lose what they were given.
  member_id uuid not null references members on delete cascade,
  role text not null check (role in ('viewer', 'member', 'admin')),
  unique (team_id, member_id)
);
create index project_members_of_member on project_members (member_id);

-- What a person may do in a project: one row for each person and project that the person may enter. Every query that asks
-- reads this view. A role comes from the organization of the project, or was given in the project; the higher one counts.
create view project_roles as
  select members.user_id, projects.organization_id, projects.id as team_id, granted.role,
    members.role as organization_role, members.id as member_id, members.created_at as joined_at,
    added.id as project_member_id
  from members
  join projects on projects.organization_id = members.organization_id
  left join project_members as added on added.team_id = projects.id and added.member_id = members.id
  cross join lateral (
    select role
    from (values
      (case when not projects.private or members.role in ('admin', 'owner') then members.role end),
      (added.role)) as grants (role)
    where role is not null
    order by array_position(array['viewer', 'member', 'admin', 'owner'], role) desc
    limit 1) as granted
  where projects.deleted_at is null;

-- A key belongs to one project. Only its SHA-256 is kept: the key has 160 random bits, so there is nothing
-- that a slower hash would protect.
create table api_keys (
  id uuid primary key,
  team_id uuid not null references projects,
  name text not null,
  hash bytea not null unique,
  -- Null: until it is revoked, which removes the row.
  expires_at timestamptz,
  -- How many calls of the API a key may make in a minute. Null: what the installation gives to every key.
  rate_limit integer check (rate_limit > 0),
  role text not null default 'admin' check (role in ('viewer', 'member', 'admin')),
  -- The project's own key, sealed, so that admins can look at it again. Null: a further key, which was shown once.
  sealed bytea,
  -- The person who made it. No reference: the key stays when the person is gone.
  created_by uuid,
  -- To the minute.
  last_used_at timestamptz
);
create index api_keys_of_project on api_keys (team_id);
-- A project has one key of its own at a time. Those that were rolled have an end.
create unique index api_keys_own on api_keys (team_id) where sealed is not null and expires_at is null;

create table onboarding_progress (
  id uuid primary key,
  team_id uuid not null unique references projects,
  source_id uuid,
  destination_id uuid,
  webhook_id uuid,
  updated_at timestamptz not null
);

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
