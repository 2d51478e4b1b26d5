-- better-auth's, in our spelling (see access/identity.ts).
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
