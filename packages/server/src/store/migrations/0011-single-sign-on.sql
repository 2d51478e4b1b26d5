-- Organizations whose people sign in at an identity provider of their own (OpenID Connect or SAML 2.0), and those whose
-- people and groups come from a directory, which calls Posthorn (SCIM 2.0).

-- What the organization has at its provider, one for each organization. `issuer` is the entity ID in SAML.
create table sso_connections (
  organization_id uuid primary key references organizations on delete cascade,
  issuer text not null,
  -- OpenID Connect: the client, and its secret, sealed.
  client_id text,
  client_secret bytea,
  -- Of people who come in for the first time.
  default_role text not null check (default_role in ('viewer', 'member', 'admin')),
  mode text not null default 'off' check (mode in ('off', 'optional', 'required')),
  mode_since timestamptz not null default now(),
  -- The last test that worked with these settings. All null: none has.
  tested_at timestamptz,
  tested_email text,
  tested_ms integer,
  kind text not null default 'oidc' check (kind in ('oidc', 'saml')),
  -- SAML: where sign-ons begin, and the PEM certificates with which the provider may sign.
  sign_in_url text,
  certificates text[],
  -- The fingerprint of the certificate with which the last test has worked.
  tested_certificate text,
  check (num_nulls(tested_at, tested_email, tested_ms) in (0, 3)),
  check (mode = 'off' or tested_at is not null),
  constraint sso_connections_of_kind check (case kind
    when 'oidc' then num_nulls(client_id, client_secret) = 0
      and num_nonnulls(sign_in_url, certificates, tested_certificate) = 0
    else num_nonnulls(client_id, client_secret) = 0 and num_nulls(sign_in_url, certificates) = 0
      and cardinality(certificates) > 0 and (tested_at is null) = (tested_certificate is null) end)
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

-- One for each organization that has directory sync on.
create table directories (
  organization_id uuid primary key references organizations on delete cascade,
  -- Of people in no group that has a role. Null: they are no members.
  default_role text check (default_role in ('viewer', 'member', 'admin')),
  created_at timestamptz not null default now(),
  -- The last call with a token of the organization, to the minute.
  last_call_at timestamptz
);

-- The directory presents one with each call. A second one is there while the directory moves to it.
create table directory_tokens (
  id uuid primary key,
  organization_id uuid not null references directories on delete cascade,
  hash bytea not null unique,
  -- The last characters, so that the owner knows it again.
  ending text not null,
  last_used_at timestamptz
);
create index directory_tokens_of_organization on directory_tokens (organization_id);

-- People as the directory has them.
create table directory_people (
  id uuid primary key,
  organization_id uuid not null references directories on delete cascade,
  -- Their account. Null before they have one.
  user_id uuid references users on delete set null,
  -- The directory has made the account, and may end it.
  has_made_account boolean not null default false,
  user_name text not null,
  external_id text,
  -- As the directory has sent it; without one the user name must be an address.
  mail text,
  email text not null generated always as (lower(coalesce(mail, user_name))) stored,
  given_name text,
  family_name text,
  display_name text,
  is_active boolean not null,
  updated_at timestamptz not null default now()
);
create unique index directory_people_by_name on directory_people (organization_id, lower(user_name));
create unique index directory_people_by_email on directory_people (organization_id, email);
create unique index directory_people_by_account on directory_people (organization_id, user_id);
create index directory_people_by_external_id on directory_people (organization_id, external_id);
-- For people who delete their account.
create index directory_people_of_user on directory_people (user_id);

create table directory_groups (
  id uuid primary key,
  organization_id uuid not null references directories on delete cascade,
  display_name text not null,
  external_id text,
  -- Which its people get in the organization. Null: the group says nothing about it.
  role text check (role in ('viewer', 'member', 'admin')),
  updated_at timestamptz not null default now()
);
create unique index directory_groups_by_name on directory_groups (organization_id, lower(display_name));

create table directory_group_members (
  id uuid primary key,
  organization_id uuid not null references directories on delete cascade,
  group_id uuid not null references directory_groups on delete cascade,
  person_id uuid not null references directory_people on delete cascade,
  unique (group_id, person_id)
);
create index directory_groups_of_person on directory_group_members (person_id);
create index directory_group_members_of_organization on directory_group_members (organization_id);
