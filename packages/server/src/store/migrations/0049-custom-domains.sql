-- Host names of users under which the sources of a project can be reached.
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
