-- The account with which this installation orders certificates, one at each certificate authority.
create table acme_accounts (
  id uuid primary key,
  directory_url text not null unique,
  -- Sealed.
  key bytea not null,
  -- Null until the authority has confirmed it.
  account_url text
);

-- The certificate of a custom domain, and the order for the next one.
create table certificates (
  id uuid primary key,
  team_id uuid not null,
  -- Null: the domain was removed. A worker takes back what it has published for it, and deletes the row.
  custom_domain_id uuid unique references custom_domains,
  hostname text not null,
  -- The chain as PEM and its private key, sealed. Null before the first certificate.
  chain text,
  key bytea,
  issued_at timestamptz,
  expires_at timestamptz,
  -- The order under way, since when, and the private key of its certificate, sealed. Null: no order is under way.
  order_url text,
  order_began_at timestamptz,
  order_key bytea,
  -- The proof of the order: its kind, its token, and what answers it. No secret: the authority reads it.
  challenge text,
  challenge_token text,
  challenge_answer text,
  -- Since when it is published. Null: a process may have died while it published it.
  challenged_at timestamptz,
  -- Why the last order failed, and how many did since the last certificate.
  problem text,
  problem_detail text,
  failures integer not null default 0,
  -- When the next step is due, and thereby a lease: a process that takes a step moves it first.
  next_step_at timestamptz not null,
  -- Raised with every lease. A process whose lease has ended writes nothing any more.
  step bigint not null default 0,
  check ((chain is null) = (key is null) and (chain is null) = (expires_at is null)),
  check ((challenge is null) = (challenge_token is null))
);
create index certificates_due on certificates (next_step_at);
create index certificates_challenged on certificates (challenge_token) where challenge_token is not null;

create function forget_certificate() returns trigger language plpgsql as $$
begin
  update certificates set custom_domain_id = null, next_step_at = now() where custom_domain_id = old.id;
  return old;
end $$;
create trigger forget_certificate before delete on custom_domains
  for each row execute function forget_certificate();

-- Processes that receive requests have all certificates in memory, and URLs depend on them.
create function announce_certificate() returns trigger language plpgsql as $$
begin
  perform pg_notify('custom_domains', new.hostname);
  return null;
end $$;
create trigger announce_certificate after update on certificates for each row
  when (new.chain is distinct from old.chain)
  execute function announce_certificate();
