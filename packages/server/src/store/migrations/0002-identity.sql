-- People, the organizations they belong to, and what proves who is calling.
--
-- The first seven tables are better-auth's, in our spelling (see access/identity.ts); a test asks it whether
-- it finds anything missing. Ids are uuids like everywhere else.

create table users (
  id uuid primary key,
  name text not null,
  -- Always lower case.
  email text not null unique,
  email_verified boolean not null,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
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

create table organizations (
  id uuid primary key,
  name text not null,
  slug text not null unique,
  logo text,
  metadata text,
  created_at timestamptz not null default now()
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

create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  inviter_id uuid not null references users on delete cascade,
  email text not null,
  role text,
  status text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index invitations_organization_id_idx on invitations (organization_id);
create index invitations_email_idx on invitations (email);

-- A key belongs to one project. Only its SHA-256 is kept: the key has 160 random bits, so there is nothing
-- that a slower hash would protect.
create table api_keys (
  id uuid primary key,
  team_id uuid not null references projects,
  name text not null,
  hash bytea not null unique,
  -- Null: until it is revoked, which removes the row.
  expires_at timestamptz
);
create index api_keys_of_project on api_keys (team_id);

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

-- A known text, sealed. Only the right master key opens it.
create table master_key_check (
  only_row boolean primary key default true check (only_row),
  sealed bytea not null
);
