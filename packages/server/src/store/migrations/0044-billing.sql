-- Which plan an organization had on which days, in UTC: each row counts from its first day until the next row. A day
-- belongs to the plan at its end. Written with every change of a subscription.
create table plan_stretches (
  organization_id uuid not null references organizations on delete cascade,
  first_day date not null,
  plan_id text not null,
  plan_version integer not null,
  primary key (organization_id, first_day),
  foreign key (plan_id, plan_version) references plans
);
insert into plan_stretches (organization_id, first_day, plan_id, plan_version)
select organization_id, (now() at time zone 'UTC')::date, plan_id, plan_version from subscriptions;

-- Then the default plan begins, because an admin has cancelled this one.
alter table subscriptions add column cancel_at timestamptz;

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
  unique (organization_id, period_start)
);
create index on invoices (mail_due_at) where mail_due_at is not null;
