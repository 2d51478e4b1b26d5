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

alter table invoices
  -- The provider that charges a card for it. Null: it is paid by transfer.
  add column charged_by text,
  -- The next try, or the next look at a payment that is pending. Null: nobody tries any more by itself.
  add column collect_due_at timestamptz,
  -- Until then, a process is at it.
  add column collect_leased_until timestamptz,
  -- Tries that are over; with the id of the invoice, the key of the next one.
  add column tries integer not null default 0,
  -- {"customer_id", "card_id"} of the try that has begun and whose outcome is not written down, both null without a card.
  -- Whoever goes on with it after a crash asks the provider for the very same.
  add column trying jsonb,
  -- The last payment, and the card that it charges. An open one is pending, or waits for its person.
  add column payment_id text,
  add column payment_card_id text,
  add column is_payment_open boolean not null default false,
  -- Since when the present card has not been charged: the times of the next tries are counted from there.
  add column failed_since timestamptz,
  add column problem_kind text,
  add column problem_text text,
  -- Null: no mail about the problem is sent any more.
  add column problem_mail_due_at timestamptz,
  add column problem_mail_failures integer not null default 0;
create index on invoices (collect_due_at) where collect_due_at is not null;
create index on invoices (problem_mail_due_at) where problem_mail_due_at is not null;

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
