-- Organizations whose people sign in at an identity provider of their own (OpenID Connect).

-- One for each organization: the client that it has at its provider.
create table sso_connections (
  organization_id uuid primary key references organizations on delete cascade,
  issuer text not null,
  client_id text not null,
  -- Sealed.
  client_secret bytea not null,
  -- Of people who come in for the first time.
  default_role text not null check (default_role in ('viewer', 'member', 'admin')),
  mode text not null default 'off' check (mode in ('off', 'optional', 'required')),
  mode_since timestamptz not null default now(),
  -- The last test that worked with these settings. All null: none has.
  tested_at timestamptz,
  tested_email text,
  tested_ms integer,
  check (num_nulls(tested_at, tested_email, tested_ms) in (0, 3)),
  check (mode = 'off' or tested_at is not null)
);

-- Mail domains of an organization. Several may wait for the proof of one domain, because a claim closes it for nobody.
create table sso_domains (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  -- As DNS has it: small letters, other scripts in their ASCII form.
  domain text not null,
  -- What the TXT record must say. No secret: everybody can read it in DNS.
  txt_value text not null,
  -- What the last look has found. Null before the first.
  finding text,
  checked_at timestamptz,
  -- Null: not proven, or no longer.
  proven_at timestamptz,
  unique (organization_id, domain)
);
create unique index sso_domains_proven on sso_domains (domain) where proven_at is not null;

-- Who a member is at the provider: its `sub`, which never goes to somebody else, as an address may. It ends with the membership.
create table sso_identities (
  organization_id uuid not null references sso_connections on delete cascade,
  subject text not null,
  user_id uuid not null,
  primary key (organization_id, subject),
  unique (organization_id, user_id),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);

-- Sign-ons that have begun. Each can be finished once, in the browser that has the rest of it in a cookie.
create table sso_attempts (
  state_hash bytea primary key,
  organization_id uuid not null references sso_connections on delete cascade,
  -- The owner who tests the connection; null for a sign-in.
  tester_id uuid references users on delete cascade,
  expires_at timestamptz not null
);
create index sso_attempts_by_age on sso_attempts (expires_at);

-- The people whom the single sign-on of their organization covers.
create view sso_people as
  select sso_connections.organization_id, sso_connections.mode, members.user_id, members.role
  from sso_connections
  join sso_domains on sso_domains.organization_id = sso_connections.organization_id
    and sso_domains.proven_at is not null
  join members on members.organization_id = sso_connections.organization_id
  join users on users.id = members.user_id and split_part(users.email, '@', -1) = sso_domains.domain
  where sso_connections.mode <> 'off';
