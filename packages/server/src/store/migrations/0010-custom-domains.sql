-- Host names of users under which the sources of a project can be reached, and their certificates.

create table custom_domains (
  id uuid primary key,
  team_id uuid not null references projects,
  -- As DNS has it: small letters, other scripts in their ASCII form. One project has it, proven or not.
  hostname text not null unique,
  -- What the TXT record must say. No secret: everybody can read it in DNS.
  txt_value text not null,
  -- What the last look has found. Null before the first.
  routing_finding text,
  ownership_finding text,
  checked_at timestamptz,
  -- When the next look is due, and thereby a lease: a process that looks moves it first.
  next_check_at timestamptz not null,
  -- Since when it is claimed without a proof; null while it is active.
  pending_since timestamptz,
  -- Since when it is active, and null while it is pending.
  active_since timestamptz,
  -- Since when its records are wrong although it is active.
  lost_since timestamptz,
  updated_at timestamptz not null,
  check ((pending_since is null) <> (active_since is null))
);
create index custom_domains_of_project on custom_domains (team_id);
create index custom_domains_due on custom_domains (next_check_at);

-- Ingest decides by its memory which host names it knows. Looks that change nothing of that are not announced.
create function announce_custom_domain_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('custom_domains', coalesce(new.hostname, old.hostname));
  return null;
end $$;
create trigger announce after insert or delete on custom_domains
  for each row execute function announce_custom_domain_change();
create trigger announce_change after update on custom_domains for each row
  when (new.active_since is distinct from old.active_since or new.team_id is distinct from old.team_id)
  execute function announce_custom_domain_change();

-- The account with which this installation orders certificates, one at each certificate authority.
create table acme_accounts (
  id uuid primary key,
  directory_url text not null unique,
  -- Sealed.
  key bytea not null,
  -- Null until the authority has confirmed it.
  account_url text
);

-- The certificate of a custom domain or of a host name of the installation itself, and the order for the next one.
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
  -- For a host name of the installation itself: it belongs to no project and to no custom domain.
  is_own boolean not null default false,
  check ((chain is null) = (key is null) and (chain is null) = (expires_at is null)),
  check ((challenge is null) = (challenge_token is null)),
  check (not is_own or custom_domain_id is null)
);
create index certificates_due on certificates (next_step_at);
create index certificates_challenged on certificates (challenge_token) where challenge_token is not null;
create unique index certificates_own on certificates (hostname) where is_own;

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
