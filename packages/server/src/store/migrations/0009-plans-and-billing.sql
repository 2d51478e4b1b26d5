-- What organizations may use, what they used, and what they owe. Without a file of plans, nothing is in force.

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
  -- Then the default plan begins, because an admin has cancelled this one.
  cancel_at timestamptz,
  foreign key (plan_id, plan_version) references plans
);

-- When an organization used up the events of a period, on a plan that rejects more. One row for each organization, of its
-- last such period. `max_requests` is the limit that was met: a higher one is not met yet.
create table used_up_limits (
  organization_id uuid primary key references organizations on delete cascade,
  period_start timestamptz not null,
  period_end timestamptz not null,
  max_requests bigint not null,
  limit_exceeded_at timestamptz not null
);

-- The plan of each organization that has one in force. Every query that asks reads this view. A plan that does not say what
-- happens beyond its events accepts more.
create view plans_in_force as
  select subscriptions.organization_id, plans.id, plans.version, plans.content, subscriptions.anchor,
    subscriptions.trial_ends_at, subscriptions.agreed_limits,
    agreed.limits,
    coalesce(subscriptions.trial_ends_at > now(), false) as is_on_trial,
    agreed.over_limit,
    used_up.limit_exceeded_at
  from subscriptions
  join plan_offer on plan_offer.in_force
  join plans on plans.id = subscriptions.plan_id and plans.version = subscriptions.plan_version
  cross join lateral (
    select stands.limits,
      case when stands.limits ->> 'max_requests' is not null then coalesce(plans.content ->> 'over_limit', 'accept') end as over_limit
    from (select plans.content -> 'limits' || subscriptions.agreed_limits as limits) as stands) as agreed
  left join used_up_limits as used_up on used_up.organization_id = subscriptions.organization_id
    and agreed.over_limit = 'reject' and used_up.max_requests >= (agreed.limits ->> 'max_requests')::bigint
    and used_up.period_start <= now() and used_up.period_end > now();

-- What each project may do: its own settings, bounded by its organization's plan. Every query that asks reads this view. A
-- bound that is null does not limit. `throughput` is what the project may deliver at most: what the plan includes, or a tier
-- of the plan that the project has bought.
create view project_limits as
  select projects.id as team_id, projects.organization_id,
    least(projects.retention_days, (plan.limits ->> 'retention_days')::integer) as retention_days,
    least(projects.max_events_per_second, sold.throughput) as max_events_per_second,
    (plan.limits ->> 'max_payload_size_mb')::integer as max_payload_size_mb,
    (plan.limits ->> 'attempt_timeout')::integer as attempt_timeout,
    (plan.limits ->> 'api_rate_limit')::integer as api_rate_limit,
    sold.throughput
  from projects
  left join plans_in_force as plan on plan.organization_id = projects.organization_id
  cross join lateral (
    select case
      when plan.content -> 'throughput_tiers' @>
          jsonb_build_array(jsonb_build_object('events_per_second', projects.bought_throughput))
        and projects.bought_throughput > (plan.limits ->> 'included_throughput')::integer
      then projects.bought_throughput
      else (plan.limits ->> 'included_throughput')::integer
    end as throughput) as sold;

-- Tells every process which sources must be read again (see the end of 0003-configuration.sql).
create function announce_plan_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('routing', sources.id::text)
  from projects join sources on sources.team_id = projects.id
  where projects.organization_id = new.organization_id;
  return null;
end $$;
create trigger announce after insert or update on subscriptions
  for each row execute function announce_plan_change();

-- What an organization's plan closes to a person with this role in it, or to a key, which has none: `users` or `events`, and
-- null if nothing. The one place that decides it. Every call of the API asks it, so it keeps its plan of the query, and ends
-- at once without plans in force.
create function plan_lock(locked_organization uuid, organization_role text, is_key boolean) returns text
language plpgsql stable as $$
begin
  if not exists (select from plan_offer where in_force) then return null; end if;
  return (
    select case
      when not is_key and organization_role is distinct from 'owner' and not plan.is_on_trial
        and (plan.limits ->> 'max_users')::bigint = 1 then 'users'
      when plan.limit_exceeded_at is not null then 'events'
    end
    from plans_in_force as plan where plan.organization_id = locked_organization);
end $$;

-- Which plan an organization had on which days, in UTC: each row counts from its first day until the next row. A day
-- belongs to the plan at its end. Written with every change of a subscription.
create table plan_stretches (
  organization_id uuid not null references organizations on delete cascade,
  first_day date not null,
  plan_id text not null,
  plan_version integer not null,
  -- What the plan included on these days, with what was agreed. Null: throughput was not limited.
  included_throughput integer,
  primary key (organization_id, first_day),
  foreign key (plan_id, plan_version) references plans
);

-- Which throughput a project had bought on which days, in UTC, and for which organization: each row counts from its first day
-- until the project's next row in this organization. A day belongs to the state at its end. Written with every change of a
-- project that has bought throughput. The rows stay when the project is removed: its days are charged later.
create table throughput_stretches (
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null,
  first_day date not null,
  -- As the project was called at the change.
  project_name text not null,
  -- Null: the project has bought nothing, was deleted, or has left the organization.
  events_per_second integer,
  primary key (organization_id, project_id, first_day)
);

-- What the people of an organization are told of the events that a period has used: one row for each period in which a
-- threshold was met.
create table usage_notices (
  organization_id uuid not null references organizations on delete cascade,
  period_start timestamptz not null,
  period_end timestamptz not null,
  -- The highest threshold that was met, and the limit of which it is a part.
  percent integer not null,
  max_requests bigint not null,
  -- As they were counted last.
  events bigint not null,
  -- Null: no mail is sent any more.
  mail_due_at timestamptz,
  mail_failures integer not null default 0,
  primary key (organization_id, period_start)
);
create index on usage_notices (mail_due_at) where mail_due_at is not null;

-- How invoices are made: one row while billing is in force, otherwise none.
create table billing (
  is_only boolean primary key default true check (is_only),
  provider text not null,
  -- The first day that is charged.
  since date not null,
  -- What invoices say of the operator, and of how to pay.
  seller text not null,
  payment text not null
);

create table billing_accounts (
  organization_id uuid primary key references organizations on delete cascade,
  -- Null: the owner's address.
  email text,
  -- Periods before this day are closed. Null: none is.
  billed_until date
);

-- The last number of each year. An invoice takes the next one in its own transaction, so none is ever left out.
create table invoice_numbers (
  year integer primary key,
  last integer not null
);

-- As they were made. They stay when the organization is deleted, so nothing here refers to it.
create table invoices (
  id uuid primary key,
  number text not null unique,
  organization_id uuid not null,
  organization_name text not null,
  billing_email text not null,
  issue_date date not null,
  period_start date not null,
  -- The first day after the period.
  period_end date not null,
  -- {"name", "explanation", "amount"} each, as they are printed.
  lines jsonb not null,
  -- In cents.
  amount_due bigint not null check (amount_due > 0),
  seller text not null,
  payment text not null,
  paid_at timestamptz,
  -- Null: no mail is sent any more.
  mail_due_at timestamptz,
  mail_failures integer not null default 0,
  -- The provider that charges a card for it. Null: it is paid by transfer.
  charged_by text,
  -- The next try, or the next look at a payment that is pending. Null: nobody tries any more by itself.
  collect_due_at timestamptz,
  -- Until then, a process is at it.
  collect_leased_until timestamptz,
  -- Tries that are over, with the id of the invoice, the key of the next one.
  tries integer not null default 0,
  -- {"customer_id", "card_id"} of the try that has begun and whose outcome is not written down, both null without a card.
  -- Whoever goes on with it after a crash asks the provider for the very same.
  trying jsonb,
  -- The last payment, and the card that it charges. An open one is pending, or waits for its person.
  payment_id text,
  payment_card_id text,
  is_payment_open boolean not null default false,
  -- Since when the present card has not been charged: the times of the next tries are counted from there.
  failed_since timestamptz,
  problem_kind text,
  problem_text text,
  -- Null: no mail about the problem is sent any more.
  problem_mail_due_at timestamptz,
  problem_mail_failures integer not null default 0,
  unique (organization_id, period_start)
);
create index on invoices (mail_due_at) where mail_due_at is not null;
create index on invoices (collect_due_at) where collect_due_at is not null;
create index on invoices (problem_mail_due_at) where problem_mail_due_at is not null;
-- A provider's events name a payment or a card, and most of them are of other software in the same account.
create index on invoices (payment_id) where payment_id is not null;

-- An organization as a customer of a provider that charges cards, and the card that is charged. Each provider has its own,
-- so an installation that moves to another provider begins without cards.
create table card_customers (
  organization_id uuid not null references organizations on delete cascade,
  provider text not null,
  -- The provider's names for customer and card. No card: nobody has given one.
  customer_id text not null,
  card_id text,
  brand text,
  last4 text,
  exp_month integer,
  exp_year integer,
  -- Until then, somebody is changing the card: one at a time, because the provider forgets the others.
  changing_until timestamptz,
  primary key (organization_id, provider),
  check (num_nulls(card_id, brand, last4, exp_month, exp_year) in (0, 5))
);
create index on card_customers (card_id) where card_id is not null;

-- What the provider `test` keeps: customers, setups, cards and payments. It stands for another company's server, so only
-- billing/test-provider.ts reads it, and nothing refers to it.
create table test_provider_objects (
  id text primary key,
  kind text not null,
  customer_id text not null,
  -- What a form in the browser presents. Only setups and payments have one.
  client_secret text unique,
  content jsonb not null
);
create index on test_provider_objects (customer_id);
