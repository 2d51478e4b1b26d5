-- People, how they prove who they are, and the organizations they belong to.
--
-- Users, sessions, accounts, verifications, second factors and passkeys are better-auth's tables, in our spelling (see
-- access/identity.ts); a test asks it whether it finds anything missing. Ids are uuids like everywhere else.

create table users (
  id uuid primary key,
  name text not null,
  -- Always lower case.
  email text not null unique,
  email_verified boolean not null,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  two_factor_enabled boolean not null default false
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Useless by itself: the cookie also carries a signature made with the master key.
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  active_organization_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user_id_idx on sessions (user_id);

create table accounts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  -- scrypt, with its salt.
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index accounts_user_id_idx on accounts (user_id);

-- One-use tokens, by their hash.
create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier_idx on verifications (identifier);

-- The second factor of a person.
create table two_factors (
  id uuid primary key,
  user_id uuid not null unique references users on delete cascade,
  -- Both sealed by better-auth with a key that comes from the master key.
  secret text not null,
  backup_codes text not null,
  -- False until the person has typed the first code.
  verified boolean not null default false,
  -- Wrong codes in a row, and until when no code counts after too many of them.
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  -- Ours: when the person typed that first code.
  confirmed_at timestamptz
);
create index two_factors_secret_idx on two_factors (secret);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  -- By which the browser and the authenticator know it. It is no secret, and neither is the public key.
  credential_id text not null unique,
  public_key text not null,
  -- How often it has signed. An unsigned number of 32 bits does not fit into integer, and better-auth would read
  -- bigint as text.
  counter double precision not null,
  device_type text not null,
  backed_up boolean not null,
  -- How the browser reaches the authenticator: 'internal', 'usb,nfc' …
  transports text,
  aaguid text,
  created_at timestamptz not null default now(),
  -- Ours: the last sign-in with it.
  last_used_at timestamptz
);
create index passkeys_user_id_idx on passkeys (user_id);

-- A person has one change at a time. The link that the mail carries is known by its hash alone.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  -- Always lower case. Another account may have it: that shows when the person confirms.
  new_email text not null,
  link_hash bytea not null unique,
  sent_at timestamptz not null default now()
);

-- Sign-ins that failed or are being decided; older than an hour they no longer count.
create table login_failures (
  id uuid primary key,
  -- A hash of what was typed, known here or not: people type passwords into the wrong field.
  account bytea not null,
  address text not null,
  failed_at timestamptz not null default now()
);
create index login_failures_by_account on login_failures (account, failed_at);
create index login_failures_by_address on login_failures (address, failed_at);
create index login_failures_by_age on login_failures (failed_at);

create table organizations (
  id uuid primary key,
  name text not null,
  slug text not null unique,
  logo text,
  metadata text,
  created_at timestamptz not null default now(),
  -- What the first person has answered at /onboarding. Null: not asked, or not answered.
  discovery_method text,
  use_case text,
  use_case_other text
);

create table members (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  created_at timestamptz not null default now(),
  unique (organization_id, user_id)
);
create index members_organization_id_idx on members (organization_id);
create index members_user_id_idx on members (user_id);
-- An organization has one owner.
create unique index members_one_owner on members (organization_id) where role = 'owner';

-- Invitations to an organization that nobody has accepted or revoked yet. Only the hash of the link's key is kept.
create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  inviter_id uuid not null references users on delete cascade,
  email text not null,
  role text not null check (role in ('viewer', 'member', 'admin')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  token_hash bytea not null unique,
  -- Whether the link went to the invited mailbox. False: there was no mail server, so the person who invited got the link.
  is_mailed boolean not null default true
);
create index invitations_organization_id_idx on invitations (organization_id);
create index invitations_email_idx on invitations (email);
create unique index invitations_one_for_address on invitations (organization_id, email);

-- A known text, sealed. Only the right master key opens it.
create table master_key_check (
  only_row boolean primary key default true check (only_row),
  sealed bytea not null
);
