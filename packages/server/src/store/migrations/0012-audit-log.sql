-- Who changed what, when and from where: the audit log of an organization.
--
-- Triggers write an entry in the commit of the change itself, so none is missed, and a change that is rolled back leaves
-- none. They write only if the transaction names its caller (store/audit-entries.ts). So nothing is recorded of what the
-- product does by itself: it refreshes a token, learns a secret, removes a project. An entry belongs to an organization, and
-- keeps the names of its caller and its subject as text, and what the row was before and after, without secrets. So it
-- outlives its project, its subject and its caller.

create table audit_entries (
  -- The time of the change is in it.
  id uuid primary key,
  team_id uuid,
  subject_type text not null,
  subject_id uuid not null,
  -- As it was called then. A connection and an issue trigger may have no name.
  subject_name text,
  action text not null,
  -- What an edit has changed: [{"name": "config.url", "before": "https://a", "after": "https://b"}, {"name": "auth"}].
  fields jsonb not null,
  caller_kind text not null,
  -- The person, and the API key. No reference: the entry stays when they are gone.
  user_id uuid,
  api_key_id uuid,
  organization_id uuid,
  -- As they were called then. Null for operators, and for Posthorn itself.
  caller_name text,
  caller_email text,
  address text,
  user_agent text,
  -- `PUT /2025-07-01/connections/web_…`, without the query.
  request text,
  -- The subject's row without secrets (audited_row). An edit has both.
  before jsonb,
  after jsonb
);
create index audit_entries_of_organization on audit_entries (organization_id, id);
create index audit_entries_of_subject on audit_entries (subject_id, id);
create index audit_entries_of_project on audit_entries (team_id, id);

-- Which columns of a subject the log keeps, and which of them are secret: of those it keeps that they are there. A
-- certificate is no secret.
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
    when 'single_sign_on' then '{kind,issuer,client_id,sign_in_url,certificates,default_role,mode}'
    when 'sso_domain' then '{domain,is_proven}'
    when 'audit_push' then '{source_id,address,is_paused}'
    when 'directory_sync' then '{default_role}'
    when 'directory_token' then '{ending}'
    when 'directory_person' then '{user_name,external_id,email,given_name,family_name,display_name,is_active}'
    when 'directory_group' then '{display_name,external_id,role}'
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

-- The query of a URL may contain a token.
create function without_query(config jsonb) returns jsonb language sql immutable parallel safe as $$
  select config || coalesce(jsonb_object_agg(key, regexp_replace(value #>> '{}', '[?#].*$', '?…')), '{}')
  from jsonb_each(config) where key in ('url', 'path') and jsonb_typeof(value) = 'string'
$$;

-- The row as the log keeps it: with a mark in the place of each secret. A part without a value is missing. `was` is the row
-- before, if there is one.
create function audited_row(subject_type text, subject jsonb, was jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_object_agg(key, case
    when key = any (secret_columns(subject_type))
    then to_jsonb(case when was is null or was -> key = value then 'secret' else 'secret, changed' end)
    when key = 'config' and jsonb_typeof(value) = 'object' then without_query(value)
    else value end)
  from jsonb_each(subject)
  where value <> 'null' and (key = any (audited_columns(subject_type)) or key = any (secret_columns(subject_type)))
$$;

-- The parts of a row that people know, each by its name. A part without a value is missing.
create or replace function known_parts(subject jsonb) returns table (name text, value jsonb)
  language sql immutable parallel safe as $$
  select part.name, part.value
  from (
    select key, value from jsonb_each(subject)
    where key in ('name', 'description', 'type', 'auth', 'code', 'env', 'channels', 'integration_id')
    union all
    select subject_part.key || '.' || setting.key, setting.value
    from jsonb_each(subject) as subject_part cross join lateral jsonb_each(subject_part.value) as setting
    where subject_part.key in ('config', 'configs')
    union all
    select 'rules.' || (rule ->> 'type'), jsonb_agg(rule order by place)
    from jsonb_array_elements(coalesce(subject -> 'rules', '[]')) with ordinality as rules (rule, place)
    group by 1
    union all
    select 'rules.order', jsonb_agg(rule -> 'type' order by place)
    from jsonb_array_elements(coalesce(subject -> 'rules', '[]')) with ordinality as rules (rule, place)
    having count(*) > 0
  ) as part (name, value)
  where part.value <> 'null'
$$;

-- The value as the record may keep it. Null: it is not short, or it may be a secret. Only values of these names are kept.
-- The query of a URL may contain a token.
create function kept_value(name text, value jsonb) returns text language sql immutable parallel safe as $$
  select kept.value
  from (values (case
    when name in ('config.url', 'config.path') then regexp_replace(value #>> '{}', '[?#].*$', '?…')
    when name in ('name', 'type', 'config.auth_type', 'config.http_method', 'config.rate_limit',
      'config.rate_limit_period', 'config.delivery_timeout', 'config.path_forwarding_disabled',
      'configs.strategy', 'configs.log_level', 'configs.delay', 'configs.per_minute')
    then value #>> '{}' end)) as kept (value)
  where length(kept.value) <= 200
$$;

-- Values are given if the record may keep both, and they differ there. A null is then a part that was or is missing.
create function changed_fields(was jsonb, is_now jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('name', name) || case
      when (before.value is null or kept_before is not null) and (after.value is null or kept_after is not null)
        and kept_before is distinct from kept_after
      then jsonb_build_object('before', kept_before, 'after', kept_after)
      else '{}' end
    order by name), '[]')
  from known_parts(was) as before full join known_parts(is_now) as after using (name)
  cross join lateral (values (kept_value(name, before.value), kept_value(name, after.value))) as kept (kept_before, kept_after)
  where before.value is distinct from after.value
    -- A rule that comes or goes does not change the order of the others.
    and (name <> 'rules.order' or jsonb_array_length(before.value) = jsonb_array_length(after.value))
$$;

-- As `changed_fields`, for subjects whose columns are their parts. A value that is not short is in the rows only.
create function changed_columns(subject_type text, was jsonb, is_now jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('name', name) || case
      when not is_secret and length(coalesce(before, '')) <= 200 and length(coalesce(after, '')) <= 200
      then jsonb_build_object('before', before, 'after', after)
      else '{}' end
    order by name), '[]')
  from (
    select column_name as name, false as is_secret from unnest(audited_columns(subject_type)) as column_name
    union all
    select column_name, true from unnest(secret_columns(subject_type)) as column_name
  ) as part
  cross join lateral (values (was ->> name, is_now ->> name)) as kept (before, after)
  where before is distinct from after
$$;

-- The time has the microsecond, so that entries of one transaction are in its order.
create function new_entry_id() returns uuid language sql volatile as $$
  select (left(ms, 8) || '-' || right(ms, 4) || '-7' || part || substr(gen_random_uuid()::text, 19))::uuid
  from (values ((date_part('epoch', clock_timestamp()) * 1000000)::bigint)) as moment (us)
  cross join lateral (values (
    lpad(to_hex(us / 1000), 12, '0'), lpad(to_hex((us % 1000) * 4096 / 1000), 3, '0'))) as words (ms, part)
$$;

-- What a subject is called, so that people know it when it is gone. Statements of their own read the other tables: so a
-- change needs no table, and waits for no lock, that has nothing to do with its subject.
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

-- Arguments of the trigger: the subject's type, and `product` if changes that Posthorn makes by itself are recorded, too.
create or replace function record_change() returns trigger language plpgsql as $$
declare
  caller jsonb := nullif(current_setting('posthorn.caller', true), '')::jsonb;
  type text := tg_argv[0];
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  subject jsonb;
  team uuid;
  is_whole boolean := type in ('source', 'destination', 'connection', 'transformation', 'issue_trigger');
begin
  if caller is null then
    if tg_op <> 'UPDATE' or tg_nargs < 2 then
      return null;
    end if;
    caller := '{"kind": "product"}';
  end if;
  -- What the database deletes with its owner is no change of its own.
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then
    return null;
  end if;
  if type = 'custom_domain' then
    was := was || jsonb_build_object('is_active', was ->> 'active_since' is not null, 'has_lost_records', was ->> 'lost_since' is not null);
    is_now := is_now || jsonb_build_object('is_active', is_now ->> 'active_since' is not null, 'has_lost_records', is_now ->> 'lost_since' is not null);
  end if;
  if type = 'sso_domain' then
    was := was || jsonb_build_object('is_proven', was ->> 'proven_at' is not null);
    is_now := is_now || jsonb_build_object('is_proven', is_now ->> 'proven_at' is not null);
  end if;
  subject := coalesce(is_now, was);
  team := case when type = 'project' then subject ->> 'id' else subject ->> 'team_id' end;
  insert into audit_entries (id, organization_id, team_id, subject_type, subject_id, subject_name, action, fields, before, after,
    caller_kind, user_id, api_key_id, caller_name, caller_email, address, user_agent, request)
  select new_entry_id(), place.organization_id, team, type, coalesce(subject ->> 'id', subject ->> 'organization_id')::uuid,
    subject_label(type, subject), made.action, made.fields,
    case when made.action in ('edited', 'deleted', 'rolled') then audited_row(type, was, null) end,
    case when made.action in ('created', 'edited', 'rolled') then audited_row(type, is_now, was) end,
    caller ->> 'kind', (caller ->> 'user_id')::uuid, (caller ->> 'api_key_id')::uuid,
    caller ->> 'name', caller ->> 'email', caller ->> 'address', caller ->> 'user_agent', caller ->> 'request'
  from (
    select 'created' as action, '[]'::jsonb as fields where was is null
    union all
    select 'deleted', '[]' where is_now is null
      or (was is not null and was ->> 'deleted_at' is null and is_now ->> 'deleted_at' is not null)
    union all
    select case when is_now ->> mark is null then ended else begun end, '[]'
    from (values ('disabled_at', 'disabled', 'enabled'), ('paused_at', 'paused', 'unpaused')) as states (mark, begun, ended)
    where is_whole and was is not null and (was ->> mark is null) <> (is_now ->> mark is null)
    union all
    select 'cancelled', '[]' where was is not null
      and (type = 'bulk_operation' or (type = 'erasure' and is_now ->> 'state' = 'cancelled'))
    union all
    select case
        when type = 'project' and edit.fields @> '[{"name": "signing_secret"}]' then 'rolled'
        when type = 'api_key' and is_now ->> 'sealed' is not null and was ->> 'expires_at' is null
          and is_now ->> 'expires_at' is not null then 'rolled'
        else 'edited' end, edit.fields
    from (values (case when is_whole then changed_fields(was, is_now) else changed_columns(type, was, is_now) end)) as edit (fields)
    where was is not null and is_now is not null and edit.fields <> '[]' and type <> 'bulk_operation'
      and not (type = 'erasure' and is_now ->> 'state' = 'cancelled')
      -- A deleted project gets another signing secret.
      and (type <> 'project' or is_now ->> 'deleted_at' is null)
  ) as made
  -- A project that moves leaves one organization and comes into another.
  cross join lateral (
    select distinct organization.id
    from (values
      (case when type = 'organization' then subject ->> 'id' else subject ->> 'organization_id' end),
      (case when type = 'project' then was ->> 'organization_id' end)) as organization (id)
    where organization.id is not null
    union all
    select projects.organization_id::text from projects
    where projects.id = team and type <> 'project' and subject ->> 'organization_id' is null
  ) as owner (organization_id)
  cross join lateral (values (owner.organization_id::uuid)) as place (organization_id);
  return null;
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
  -- Every change of such a row has a new `updated_at`; a refreshed token, or events that have followed, have none.
  for subject in
    select * from (values ('sources', 'source'), ('destinations', 'destination'), ('connections', 'connection'),
      ('transformations', 'transformation'), ('issue_triggers', 'issue_trigger')) as subjects (rows_of, type)
  loop
    execute format('create trigger record_new after insert on %I for each row execute function record_change(%L)',
      subject.rows_of, subject.type);
    execute format('create trigger record_change after update on %I for each row
      when (new.updated_at is distinct from old.updated_at) execute function record_change(%L)',
      subject.rows_of, subject.type);
  end loop;
  for subject in
    select * from (values
      ('projects', 'project', '', 'insert', ''),
      ('projects', 'project', '', 'update',
        'new.updated_at is distinct from old.updated_at or new.signing_secret is distinct from old.signing_secret'),
      ('organizations', 'organization', '', 'insert', ''),
      ('organizations', 'organization', '', 'update', 'new.name is distinct from old.name'),
      ('members', 'member', '', 'insert or delete', ''),
      ('members', 'member', '', 'update', 'new.role is distinct from old.role'),
      ('project_members', 'project_member', '', 'insert or delete', ''),
      ('project_members', 'project_member', '', 'update', 'new.role is distinct from old.role'),
      ('invitations', 'invitation', '', 'insert or update or delete', ''),
      ('api_keys', 'api_key', '', 'insert or delete', ''),
      -- A key that is used says when.
      ('api_keys', 'api_key', '', 'update', '(new.name, new.role, new.rate_limit, new.expires_at)
        is distinct from (old.name, old.role, old.rate_limit, old.expires_at)'),
      ('cli_keys', 'cli_key', '', 'insert or delete', ''),
      ('integrations', 'integration', '', 'insert or delete', ''),
      ('integrations', 'integration', '', 'update', 'new.updated_at is distinct from old.updated_at'),
      ('team_integrations', 'team_integration', '', 'insert or delete', ''),
      ('custom_domains', 'custom_domain', '', 'insert or delete', ''),
      ('custom_domains', 'custom_domain', 'product', 'update', '(new.active_since is null, new.lost_since is null)
        is distinct from (old.active_since is null, old.lost_since is null)'),
      ('subscriptions', 'subscription', '', 'insert', ''),
      ('subscriptions', 'subscription', 'product', 'update', 'new.* is distinct from old.*'),
      ('billing_accounts', 'billing_email', '', 'insert', 'new.email is not null'),
      ('billing_accounts', 'billing_email', '', 'update', 'new.email is distinct from old.email'),
      ('card_customers', 'card', '', 'insert', 'new.card_id is not null'),
      ('card_customers', 'card', 'product', 'update', '(new.card_id, new.brand, new.last4, new.exp_month, new.exp_year)
        is distinct from (old.card_id, old.brand, old.last4, old.exp_month, old.exp_year)'),
      ('invoices', 'invoice', 'product', 'update', 'new.paid_at is distinct from old.paid_at'),
      ('bulk_operations', 'bulk_operation', '', 'insert', ''),
      ('bulk_operations', 'bulk_operation', '', 'update', 'old.cancelled_at is null and new.cancelled_at is not null'),
      ('sso_connections', 'single_sign_on', '', 'insert or delete', ''),
      ('sso_connections', 'single_sign_on', '', 'update',
        '(new.kind, new.issuer, new.client_id, new.client_secret, new.sign_in_url, new.certificates, new.default_role, new.mode)
        is distinct from (old.kind, old.issuer, old.client_id, old.client_secret, old.sign_in_url, old.certificates, old.default_role, old.mode)'),
      ('sso_domains', 'sso_domain', '', 'insert or delete', ''),
      ('sso_domains', 'sso_domain', 'product', 'update', '(new.proven_at is null) is distinct from (old.proven_at is null)'),
      ('erasures', 'erasure', '', 'insert', ''),
      ('erasures', 'erasure', '', 'update', 'new.state is distinct from old.state'),
      -- What goes with a directory, a group or a person is no change of its own: one entry stands for all of it.
      ('directories', 'directory_sync', '', 'insert', ''),
      ('directories', 'directory_sync', '', 'update', 'new.default_role is distinct from old.default_role'),
      ('directories', 'directory_sync', '', 'delete', ''),
      ('directory_tokens', 'directory_token', '', 'insert', ''),
      ('directory_tokens', 'directory_token', '', 'delete', 'directory_is_on(old.organization_id)'),
      ('directory_people', 'directory_person', '', 'insert', ''),
      ('directory_people', 'directory_person', '', 'update', 'new.updated_at is distinct from old.updated_at'),
      ('directory_people', 'directory_person', '', 'delete', 'directory_is_on(old.organization_id)'),
      ('directory_groups', 'directory_group', '', 'insert', ''),
      ('directory_groups', 'directory_group', '', 'update', 'new.updated_at is distinct from old.updated_at'),
      ('directory_groups', 'directory_group', '', 'delete', 'directory_is_on(old.organization_id)'),
      ('directory_group_members', 'directory_group_member', '', 'insert', ''),
      ('directory_group_members', 'directory_group_member', '', 'delete', 'has_both_ends(old.group_id, old.person_id)')
    ) as watched (rows_of, type, whose, event, condition)
  loop
    execute format('create trigger %I after %s on %I for each row %s execute function record_change(%s)',
      'record_' || replace(subject.event, ' ', '_'), subject.event, subject.rows_of,
      case when subject.condition <> '' then format('when (%s)', subject.condition) else '' end,
      quote_literal(subject.type) || case when subject.whose <> '' then ', ' || quote_literal(subject.whose) else '' end);
  end loop;
end $$;

-- A person lets a machine in by claiming its login; the key follows when the machine asks for it.
create function record_claimed_login() returns trigger language plpgsql as $$
declare
  caller jsonb := nullif(current_setting('posthorn.caller', true), '')::jsonb;
begin
  if caller is not null then
    insert into audit_entries (id, organization_id, team_id, subject_type, subject_id, subject_name, action, fields,
      caller_kind, user_id, api_key_id, caller_name, caller_email, address, user_agent, request)
    select new_entry_id(), projects.organization_id, new.team_id, 'cli_key', new.id, new.device_name, 'created', '[]',
      caller ->> 'kind', (caller ->> 'user_id')::uuid, (caller ->> 'api_key_id')::uuid,
      caller ->> 'name', caller ->> 'email', caller ->> 'address', caller ->> 'user_agent', caller ->> 'request'
    from projects where projects.id = new.team_id;
  end if;
  return null;
end $$;
create trigger record_claimed_login after update on cli_logins for each row
  when (old.claimed_at is null and new.claimed_at is not null) execute function record_claimed_login();

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

create trigger record_insert_or_delete after insert or delete on audit_pushes for each row
  execute function record_change('audit_push');
create trigger record_update after update on audit_pushes for each row
  when ((new.source_id, new.address, new.configs, new.is_paused)
    is distinct from (old.source_id, old.address, old.configs, old.is_paused))
  execute function record_change('audit_push');
