-- Integrations, an older way to give sources their authentication, and topics: news of a project that come in as requests
-- at one of its sources.

create table integrations (
  id uuid primary key,
  team_id uuid not null references projects,
  label text not null,
  provider text not null,
  features text[] not null,
  -- Sealed JSON: the secrets of the method that the provider names.
  configs bytea not null,
  updated_at timestamptz not null
);
create index integrations_of_project on integrations (team_id, id);

-- The integration that the source's authentication comes from. Null: the source has its own, or none.
alter table sources add integration_id uuid references integrations;
create index sources_of_integration on sources (integration_id) where integration_id is not null;

-- Which topics a project sends, and into which of its sources. The choice stays while it is switched off.
alter table projects
  add webhooks_enabled boolean not null default false,
  add webhook_topics text[] not null default '{}',
  add webhook_source_id uuid;
create index projects_with_webhooks on projects (id) where webhooks_enabled and deleted_at is null;

-- What the request tells of. Null: a sender made it, or it replays another. Its events make no topics.
alter table requests add topic text;

-- What is still to be sent. The triggers below write a row in the commit that makes it true, and only if the project asks
-- for the topic. Sending deletes the row in the commit that stores the request (workers/topic-sending.ts).
create table topic_news (
  team_id uuid not null,
  id bigint generated always as identity,
  topic text not null,
  -- An event, and the number of its attempt; or an issue.
  subject_id uuid not null,
  number integer,
  -- A process is sending it until then, or has died.
  claimed_until timestamptz,
  primary key (team_id, id)
);
alter table topic_news set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- While no project asks for a topic, this is one look into an empty index for each batch of attempts.
create function tell_of_attempts() returns trigger language plpgsql as $$
begin
  if exists (select from projects where webhooks_enabled and deleted_at is null) then
    insert into topic_news (team_id, topic, subject_id, number)
    select made.team_id, made.topic, made.event_id, made.attempt_number
    from (
      select team_id, event_id, attempt_number,
        case status when 'SUCCESSFUL' then 'event.successful' else 'deprecated.attempt-failed' end as topic
      from new_rows) as made
    join projects on projects.id = made.team_id
    where webhooks_enabled and deleted_at is null and made.topic = any(webhook_topics);
  end if;
  return null;
end $$;
create trigger tell_of_new after insert on attempts
  referencing new table as new_rows for each statement execute function tell_of_attempts();

-- An issue that is open again tells the same as a new one.
create function tell_of_issue() returns trigger language plpgsql as $$
begin
  insert into topic_news (team_id, topic, subject_id)
  select new.team_id, told.topic, new.id
  from projects
  cross join (values (case
    when tg_op = 'INSERT' or new.opened_at is distinct from old.opened_at then 'issue.opened'
    else 'issue.updated' end)) as told (topic)
  where projects.id = new.team_id and webhooks_enabled and deleted_at is null and told.topic = any(webhook_topics);
  return null;
end $$;
create trigger tell_of_new after insert on issues for each row execute function tell_of_issue();
create trigger tell_of_change after update on issues for each row
  when (new.status is distinct from old.status or new.opened_at is distinct from old.opened_at
    or new.dismissed_at is distinct from old.dismissed_at)
  execute function tell_of_issue();
