-- What callers change, and marks that deploy scripts leave. People compare both with the time at which something began to
-- go wrong.
--
-- Triggers write `changes` in the commit of the change itself, so none is missed, and a change that is rolled back leaves
-- none. They write only if the transaction names its caller (store/changes.ts). So nothing is recorded of what the product
-- does by itself: it refreshes a token, learns a secret, removes a project.

create table changes (
  -- The time of the change is in it.
  id uuid primary key,
  team_id uuid not null references projects,
  subject_type text not null,
  subject_id uuid not null,
  -- As it was called then. A connection and an issue trigger may have no name.
  subject_name text,
  action text not null,
  -- What an edit has changed: [{"name": "config.url", "before": "https://a", "after": "https://b"}, {"name": "auth"}].
  fields jsonb not null,
  caller_kind text not null,
  -- The person, and the API key. No reference: the change stays when they are gone.
  user_id uuid,
  api_key_id uuid
);
create index changes_of_project on changes (team_id, id);

create table markers (
  id uuid primary key,
  team_id uuid not null references projects,
  title text not null,
  url text,
  -- When it happened, which may be long before it was reported.
  at timestamptz not null
);
create index markers_of_project on markers (team_id, id);
create index markers_by_time on markers (team_id, at);

-- The parts of a row that people know, each by its name. A part without a value is missing.
create function known_parts(subject jsonb) returns table (name text, value jsonb)
  language sql immutable parallel safe as $$
  select part.name, part.value
  from (
    select key, value from jsonb_each(subject)
    where key in ('name', 'description', 'type', 'auth', 'code', 'env', 'channels')
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

create function record_change() returns trigger language plpgsql as $$
declare
  caller jsonb := nullif(current_setting('posthorn.caller', true), '')::jsonb;
  was jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  is_now jsonb := to_jsonb(new);
begin
  if caller is null then
    return null;
  end if;
  insert into changes (id, team_id, subject_type, subject_id, subject_name, action, fields, caller_kind, user_id, api_key_id)
  select
    overlay(overlay(gen_random_uuid()::text placing left(moment.hex, 8) || '-' || right(moment.hex, 4) from 1 for 13)
      placing '7' from 15 for 1)::uuid,
    new.team_id, tg_argv[0], new.id, new.name, made.action, made.fields,
    caller ->> 'kind', (caller ->> 'user_id')::uuid, (caller ->> 'api_key_id')::uuid
  from (
    select 'created', '[]'::jsonb where was is null
    union all
    select 'deleted', '[]' where was is not null and was ->> 'deleted_at' is null and is_now ->> 'deleted_at' is not null
    union all
    select case when is_now ->> mark is null then ended else begun end, '[]'
    from (values ('disabled_at', 'disabled', 'enabled'), ('paused_at', 'paused', 'unpaused')) as states (mark, begun, ended)
    where was is not null and (was ->> mark is null) <> (is_now ->> mark is null)
    union all
    select 'edited', changed_fields(was, is_now) where was is not null
  ) as made (action, fields)
  cross join (values (lpad(to_hex((date_part('epoch', clock_timestamp()) * 1000)::bigint), 12, '0'))) as moment (hex)
  where made.action <> 'edited' or made.fields <> '[]';
  return null;
end $$;

-- Every change of such a row has a new `updated_at`; a refreshed token, or events that have followed, have none.
do $$
declare
  subject record;
begin
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
end $$;
