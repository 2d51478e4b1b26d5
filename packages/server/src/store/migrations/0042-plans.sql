-- Every version of a plan that was ever offered. Organizations keep the version that they have, also after it has left the
-- operator's file.
create table plans (
  id text not null,
  version integer not null,
  -- The plan as the contract shows it, without id, version and is_legacy.
  content jsonb not null,
  primary key (id, version)
);

-- What the operator offers: one row, or none if plans were never in force. `in_force` is false while the operator's file is
-- not set: then nothing is limited, and every organization keeps its subscription.
create table plan_offer (
  is_only boolean primary key default true check (is_only),
  in_force boolean not null,
  -- In the operator's order: {"id", "version"} each.
  offered jsonb not null,
  -- The plan of new organizations.
  default_id text not null,
  contact_url text
);

create table subscriptions (
  organization_id uuid primary key references organizations on delete cascade,
  plan_id text not null,
  plan_version integer not null,
  -- The day on which the first period began, in UTC.
  anchor date not null,
  -- Limits that the operator has agreed with this organization, by their names in the plan's content.
  agreed_limits jsonb not null default '{}',
  -- Until then, people beyond the plan's users may stay. It is set once: an organization has one trial.
  trial_ends_at timestamptz,
  foreign key (plan_id, plan_version) references plans
);

-- The plan of each organization that has one in force. Every query that asks reads this view.
create view plans_in_force as
  select subscriptions.organization_id, plans.id, plans.version, plans.content, subscriptions.anchor,
    subscriptions.trial_ends_at, subscriptions.agreed_limits,
    plans.content -> 'limits' || subscriptions.agreed_limits as limits,
    coalesce(subscriptions.trial_ends_at > now(), false) as is_on_trial
  from subscriptions
  join plan_offer on plan_offer.in_force
  join plans on plans.id = subscriptions.plan_id and plans.version = subscriptions.plan_version;

-- What each project may do: its own settings, bounded by its organization's plan. Every query that asks reads this view. A
-- bound that is null does not limit.
create view project_limits as
  select projects.id as team_id, projects.organization_id,
    least(projects.retention_days, (plan.limits ->> 'retention_days')::integer) as retention_days,
    least(projects.max_events_per_second, (plan.limits ->> 'included_throughput')::integer) as max_events_per_second,
    (plan.limits ->> 'max_payload_size_mb')::integer as max_payload_size_mb,
    (plan.limits ->> 'attempt_timeout')::integer as attempt_timeout,
    (plan.limits ->> 'api_rate_limit')::integer as api_rate_limit
  from projects
  left join plans_in_force as plan on plan.organization_id = projects.organization_id;

-- Tells every process which sources must be read again (see the end of 0001-gateway.sql).
create function announce_plan_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('routing', sources.id::text)
  from projects join sources on sources.team_id = projects.id
  where projects.organization_id = new.organization_id;
  return null;
end $$;
create trigger announce after insert or update on subscriptions
  for each row execute function announce_plan_change();
