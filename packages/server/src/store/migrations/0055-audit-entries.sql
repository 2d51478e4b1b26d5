-- Who changed what, when and from where: `changes` grows into the audit log of an organization.
--
-- As before, triggers write an entry in the commit of the change itself, if the transaction names its caller
-- (store/audit-entries.ts). Now they watch all that people set, an entry belongs to an organization, it keeps the names of
-- its caller and its subject as text, and what the row was before and after, without secrets. So an entry outlives its
-- project, its subject and its caller.

alter table changes rename to audit_entries;
alter index changes_of_project rename to audit_entries_of_project;
alter index changes_pkey rename to audit_entries_pkey;
alter table audit_entries
  drop constraint if exists changes_team_id_fkey,
  alter team_id drop not null,
  -- Null if the organization of an entry from before this migration is not known any more.
  add organization_id uuid,
  -- As they were called then. Null for entries from before this migration, for operators, and for Posthorn itself.
  add caller_name text,
  add caller_email text,
  add address text,
  add user_agent text,
  -- `PUT /2025-07-01/connections/web_…`, without the query.
  add request text,
  -- The subject's row without secrets (audited_row). An edit has both.
  add before jsonb,
  add after jsonb;

-- People make these rows by hand, and they leave after 90 days: there are few.
update audit_entries as entry set organization_id = projects.organization_id
from projects where projects.id = entry.team_id;

create index audit_entries_of_organization on audit_entries (organization_id, id);
create index audit_entries_of_subject on audit_entries (subject_id, id);

-- The release before this one shows changes around an issue, and deletes old ones. It must not delete entries: they have a
-- retention of their own now. A later release removes the view.
create view changes as
  select id, team_id, subject_type, subject_id, subject_name, action, fields, caller_kind, user_id, api_key_id
  from audit_entries
  where subject_type in ('source', 'destination', 'connection', 'transformation', 'issue_trigger');
create rule entries_stay as on delete to changes do instead nothing;

-- Which columns of a subject the log keeps, and which of them are secret: of those it keeps that they are there.
create function audited_columns(subject_type text) returns text[] language sql immutable parallel safe as $$
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
    else '{}' end::text[]
$$;

create function secret_columns(subject_type text) returns text[] language sql immutable parallel safe as $$
  select case subject_type
    when 'source' then '{auth}'
    when 'destination' then '{auth}'
    when 'transformation' then '{env}'
    when 'project' then '{signing_secret}'
    when 'card' then '{card_id}'
    when 'integration' then '{configs}'
    when 'team_integration' then '{configs}'
    when 'single_sign_on' then '{client_secret}'
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

-- As in 0033-changes.sql, and with the shared credentials that a source uses.
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
create function subject_label(subject_type text, subject jsonb) returns text language plpgsql stable as $$
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

do $$
declare
  subject record;
begin
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
      ('sso_connections', 'single_sign_on', '', 'update', '(new.issuer, new.client_id, new.client_secret, new.default_role, new.mode)
        is distinct from (old.issuer, old.client_id, old.client_secret, old.default_role, old.mode)'),
      ('sso_domains', 'sso_domain', '', 'insert or delete', ''),
      ('sso_domains', 'sso_domain', 'product', 'update', '(new.proven_at is null) is distinct from (old.proven_at is null)'),
      ('erasures', 'erasure', '', 'insert', ''),
      ('erasures', 'erasure', '', 'update', 'new.state is distinct from old.state')
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
