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
