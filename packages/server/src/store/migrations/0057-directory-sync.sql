-- Organizations whose people and groups come from a directory, which calls Posthorn (SCIM 2.0).

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

-- The audit log, as in 0056-audit-pushes.sql, with the new subjects.
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
    when 'directory_sync' then '{default_role}'
    when 'directory_token' then '{ending}'
    when 'directory_person' then '{user_name,external_id,email,given_name,family_name,display_name,is_active}'
    when 'directory_group' then '{display_name,external_id,role}'
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
  elsif subject_type = 'directory_group_member' then
    return (
      select people.user_name || ' in ' || groups.display_name
      from directory_people as people, directory_groups as groups
      where people.id = (subject ->> 'person_id')::uuid and groups.id = (subject ->> 'group_id')::uuid);
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
    when 'directory_token' then '…' || (subject ->> 'ending')
    when 'directory_person' then subject ->> 'user_name'
    when 'directory_group' then subject ->> 'display_name'
    -- As its page shows it. The identifier itself is gone when the erasure ends.
    when 'erasure' then substr(subject ->> 'digest', 3, 12)
    else subject ->> 'name' end;
end $$;

-- What goes with a directory, a group or a person is no change of its own: one entry stands for all of it.
create function directory_is_on(organization uuid) returns boolean language sql as $$
  select exists (select from directories where organization_id = organization)
$$;
create function has_both_ends(of_group uuid, of_person uuid) returns boolean language sql as $$
  select exists (select from directory_groups where id = of_group) and exists (select from directory_people where id = of_person)
$$;

do $$
declare
  subject record;
begin
  for subject in
    select * from (values
      ('directories', 'directory_sync', 'insert', ''),
      ('directories', 'directory_sync', 'update', 'new.default_role is distinct from old.default_role'),
      ('directories', 'directory_sync', 'delete', ''),
      ('directory_tokens', 'directory_token', 'insert', ''),
      ('directory_tokens', 'directory_token', 'delete', 'directory_is_on(old.organization_id)'),
      ('directory_people', 'directory_person', 'insert', ''),
      ('directory_people', 'directory_person', 'update', 'new.updated_at is distinct from old.updated_at'),
      ('directory_people', 'directory_person', 'delete', 'directory_is_on(old.organization_id)'),
      ('directory_groups', 'directory_group', 'insert', ''),
      ('directory_groups', 'directory_group', 'update', 'new.updated_at is distinct from old.updated_at'),
      ('directory_groups', 'directory_group', 'delete', 'directory_is_on(old.organization_id)'),
      ('directory_group_members', 'directory_group_member', 'insert', ''),
      ('directory_group_members', 'directory_group_member', 'delete', 'has_both_ends(old.group_id, old.person_id)')
    ) as watched (rows_of, type, event, condition)
  loop
    execute format('create trigger %I after %s on %I for each row %s execute function record_change(%L)',
      'record_' || subject.event, subject.event, subject.rows_of,
      case when subject.condition <> '' then format('when (%s)', subject.condition) else '' end, subject.type);
  end loop;
end $$;
