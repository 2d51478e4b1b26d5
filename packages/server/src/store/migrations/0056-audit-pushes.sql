-- The audit log goes elsewhere: the entries of an organization are pushed into one of its sources, or to a receiver of
-- OpenTelemetry.
--
-- Entries that are still to be pushed are rows of their own, written in the commit of the entry. So it does not matter in
-- which order transactions end: an entry that commits late is there when it is there, and no mark has passed it.

-- Where the entries of an organization go. An organization has one such place at most.
create table audit_pushes (
  organization_id uuid primary key references organizations on delete cascade,
  -- Each entry becomes a request at this source. It has no foreign key: a deleted source says so on the page.
  source_id uuid,
  -- The receiver as people see it: without the query of its URL, which may contain a token.
  address text,
  -- Sealed: its URL and headers.
  configs bytea,
  is_paused boolean not null default false,
  next_push_at timestamptz not null default now(),
  -- Of the push that is under way. One that has lost it records nothing.
  lease uuid,
  -- Pushes that failed since the last success.
  failures integer not null default 0,
  -- Why the last push failed; null if it did not.
  error text,
  failed_at timestamptz,
  pushed_at timestamptz,
  -- Entries that left the log by their age before they were pushed.
  lost_count bigint not null default 0,
  -- Entries that the receiver took in and threw away.
  refused_count bigint not null default 0,
  check (num_nonnulls(source_id, configs) = 1 and (address is null) = (configs is null))
);

create table unpushed_entries (
  organization_id uuid not null references audit_pushes on delete cascade,
  entry_id uuid not null,
  primary key (organization_id, entry_id)
);

-- The lock on the row waits for whoever removes it. Without it, the foreign key would refuse the entry, and so the change.
create function remember_unpushed() returns trigger language plpgsql as $$
begin
  insert into unpushed_entries (organization_id, entry_id)
  select organization_id, new.id from audit_pushes where organization_id = new.organization_id for key share;
  return null;
end $$;
create trigger remember_unpushed after insert on audit_entries for each row
  when (new.organization_id is not null) execute function remember_unpushed();

create function count_lost() returns trigger language plpgsql as $$
begin
  with lost as (
    delete from unpushed_entries using gone
    where unpushed_entries.organization_id = gone.organization_id and unpushed_entries.entry_id = gone.id
    returning unpushed_entries.organization_id)
  update audit_pushes set lost_count = lost_count + of_one.entries
  from (select organization_id, count(*) as entries from lost group by 1) as of_one
  where audit_pushes.organization_id = of_one.organization_id;
  return null;
end $$;
create trigger count_lost after delete on audit_entries referencing old table as gone
  for each statement execute function count_lost();

-- As in 0055-audit-entries.sql, and with the push itself.
create or replace function audited_columns(subject_type text) returns text[] language sql immutable parallel safe as $$
  select case subject_type
    when 'source' then '{name,description,type,config,integration_id}'
    when 'destination' then '{name,description,type,config}'
    when 'connection' then '{name,description,source_id,destination_id,rules}'
    when 'transformation' then '{name,code}'
    when 'issue_trigger' then '{name,type,configs,channels}'
    when 'project' then '{name,organization_id,headers_prefix,private,max_events_per_second,retention_days,bought_throughput,webhooks_enabled,webhook_topics,webhook_source_id}'
    when 'organization' then '{name}'
    when 'member' then '{role}'
    when 'project_member' then '{role}'
    when 'invitation' then '{email,role,expires_at}'
    when 'api_key' then '{name,role,rate_limit,expires_at}'
    when 'subscription' then '{plan_id,plan_version,agreed_limits,cancel_at,trial_ends_at}'
    when 'card' then '{brand,last4,exp_month,exp_year}'
    when 'billing_email' then '{email}'
    when 'invoice' then '{number,paid_at}'
    when 'custom_domain' then '{hostname,is_active,has_lost_records}'
    when 'integration' then '{label,provider,features}'
    when 'team_integration' then '{provider,features}'
    when 'bulk_operation' then '{type,query,estimated_count}'
    when 'erasure' then '{state}'
    when 'single_sign_on' then '{issuer,client_id,default_role,mode}'
    when 'sso_domain' then '{domain,is_proven}'
    when 'audit_push' then '{source_id,address,is_paused}'
    else '{}' end::text[]
$$;

create or replace function secret_columns(subject_type text) returns text[] language sql immutable parallel safe as $$
  select case subject_type
    when 'source' then '{auth}'
    when 'destination' then '{auth}'
    when 'transformation' then '{env}'
    when 'project' then '{signing_secret}'
    when 'card' then '{card_id}'
    when 'integration' then '{configs}'
    when 'team_integration' then '{configs}'
    when 'single_sign_on' then '{client_secret}'
    when 'audit_push' then '{configs}'
    else '{}' end::text[]
$$;

create or replace function subject_label(subject_type text, subject jsonb) returns text language plpgsql stable as $$
begin
  if subject_type = 'connection' and subject ->> 'name' is null then
    return (
      select sources.name || ' → ' || destinations.name from sources, destinations
      where sources.id = (subject ->> 'source_id')::uuid and destinations.id = (subject ->> 'destination_id')::uuid);
  elsif subject_type = 'member' then
    return (select email from users where id = (subject ->> 'user_id')::uuid);
  elsif subject_type = 'project_member' then
    return (
      select users.email from members join users on users.id = members.user_id
      where members.id = (subject ->> 'member_id')::uuid);
  elsif subject_type = 'cli_key' then
    return coalesce(subject ->> 'device_name',
      (select device_name from cli_clients where id = (subject ->> 'cli_id')::uuid));
  elsif subject_type = 'audit_push' then
    return coalesce(subject ->> 'address', (select name from sources where id = (subject ->> 'source_id')::uuid));
  end if;
  return case subject_type
    when 'invitation' then subject ->> 'email'
    when 'custom_domain' then subject ->> 'hostname'
    when 'integration' then subject ->> 'label'
    when 'team_integration' then subject ->> 'provider'
    when 'subscription' then subject ->> 'plan_id'
    when 'invoice' then subject ->> 'number'
    when 'card' then (subject ->> 'brand') || ' ' || (subject ->> 'last4')
    when 'billing_email' then subject ->> 'email'
    when 'bulk_operation' then subject ->> 'type'
    when 'single_sign_on' then subject ->> 'issuer'
    when 'sso_domain' then subject ->> 'domain'
    -- As its page shows it. The identifier itself is gone when the erasure ends.
    when 'erasure' then substr(subject ->> 'digest', 3, 12)
    else subject ->> 'name' end;
end $$;

create trigger record_insert_or_delete after insert or delete on audit_pushes for each row
  execute function record_change('audit_push');
create trigger record_update after update on audit_pushes for each row
  when ((new.source_id, new.address, new.configs, new.is_paused)
    is distinct from (old.source_id, old.address, old.configs, old.is_paused))
  execute function record_change('audit_push');
