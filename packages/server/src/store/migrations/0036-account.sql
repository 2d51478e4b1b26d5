-- What a person sets on their own account: a second factor, and an email address that waits for its confirmation.

-- better-auth's, in our spelling (see access/identity.ts).
alter table users add two_factor_enabled boolean not null default false;

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

-- A person has one change at a time. The link that the mail carries is known by its hash alone.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  -- Always lower case. Another account may have it: that shows when the person confirms.
  new_email text not null,
  link_hash bytea not null unique,
  sent_at timestamptz not null default now()
);
