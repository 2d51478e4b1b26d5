-- What goes wrong is an issue, once, however often it does; and who is told.
--
-- Failures are counted already, in the commit that writes them (0006-counters.sql). Moving these news into the counters also
-- writes `issue_news`: a row for each thing that went wrong, however often it did. So a failure costs nothing more, and none
-- is lost. A worker turns this news into issues (workers/issue-opening.ts).

create table issue_triggers (
  id uuid primary key,
  team_id uuid not null references projects,
  name text,
  type text not null,
  configs jsonb not null,
  -- Null: nobody is told.
  channels jsonb,
  disabled_at timestamptz,
  -- Issues keep the trigger that opened them.
  deleted_at timestamptz,
  updated_at timestamptz not null
);
create unique index issue_triggers_have_unique_names on issue_triggers (team_id, name) where deleted_at is null;
create index issue_triggers_of_project on issue_triggers (team_id, id);

create table issues (
  id uuid primary key,
  team_id uuid not null references projects,
  type text not null,
  -- A connection, transformation, destination or source, as the type says.
  subject_id uuid not null,
  -- What deliveries fail with (a response status or an error code), a log level, a delay in milliseconds, or a cause.
  key text not null,
  issue_trigger_id uuid not null references issue_triggers,
  status text not null,
  -- What is seen after this moment makes a resolved issue open again.
  status_changed_at timestamptz not null,
  opened_at timestamptz not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- The person who changed the status last. Null: nobody did, or a key.
  last_updated_by uuid,
  dismissed_at timestamptz,
  auto_resolved_at timestamptz,
  -- An attempt (its event, and its number), an execution or a request, as an example. Retention may have deleted it.
  reference_id uuid,
  reference_number integer,
  updated_at timestamptz not null,
  unique (team_id, type, subject_id, key)
);
create index issues_of_project on issues (team_id, status, last_seen_at);

create table issue_news (
  team_id uuid not null,
  type text not null,
  subject_id uuid not null,
  key text not null,
  count bigint not null,
  -- No retry will follow. Only deliveries know.
  is_final boolean not null,
  first_at timestamptz not null,
  last_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- What each channel was told about an issue, and what it must still be told.
--
-- One row for each issue and channel, whatever the issue does. A trigger of `issues` writes it, so whatever opens or
-- ends an issue writes the news in the same commit. A worker brings them to the channel (workers/notifying.ts).
create table notifications (
  id uuid primary key,
  team_id uuid not null references projects,
  issue_id uuid not null references issues,
  channel text not null,
  -- What the issue trigger says about the channel, such as the name of a Slack channel.
  settings jsonb not null,
  -- How often the issue has opened, and how many of these openings the channel was told.
  openings integer not null,
  told_openings integer not null default 0,
  -- The issue was resolved or ignored after it last opened, and whether the channel was told.
  is_over boolean not null default false,
  told_over boolean not null default false,
  -- When the channel was last told of an opening.
  told_at timestamptz,
  -- When a worker looks at the row again. Null: there is nothing to tell, or the last try has failed.
  due_at timestamptz,
  -- A worker has it until then.
  claimed_until timestamptz,
  -- Tries that failed since the last success, and since when.
  failures integer not null default 0,
  failing_since timestamptz,
  -- Why the last try failed, and when; null after a success.
  error text,
  failed_at timestamptz,
  unique (issue_id, channel)
);
create index notifications_due on notifications (due_at) where due_at is not null;
create index notifications_told on notifications (team_id, channel, told_at);
create index notifications_failed on notifications (team_id, failed_at) where error is not null;

create function is_ended_issue(status text) returns boolean
  language sql immutable parallel safe
  return status in ('RESOLVED', 'IGNORED');

-- An issue that nobody has to be told about any more stays so until it opens again. News bring a row forward, unless it
-- waits after a failed try.
create function note_issue_change() returns trigger language plpgsql as $$
begin
  if is_ended_issue(new.status) then
    update notifications set is_over = true,
      due_at = case when due_at is null or failures = 0 then now() else due_at end
    where issue_id = new.id;
  else
    insert into notifications (id, team_id, issue_id, channel, settings, openings, due_at)
    select gen_random_uuid(), new.team_id, new.id, channels.key, channels.value, 1, now()
    from issue_triggers cross join jsonb_each(issue_triggers.channels) as channels
    where issue_triggers.id = new.issue_trigger_id
    on conflict (issue_id, channel) do update set
      settings = excluded.settings,
      openings = notifications.openings + 1,
      is_over = false,
      failures = case when notifications.due_at is null then 0 else notifications.failures end,
      failing_since = case when notifications.due_at is null then null else notifications.failing_since end,
      due_at = case when notifications.due_at is null or notifications.failures = 0 then now() else notifications.due_at end;
  end if;
  return null;
end $$;
create trigger note_new_issue after insert on issues
  for each row when (not is_ended_issue(new.status)) execute function note_issue_change();
create trigger note_changed_issue after update of status on issues
  for each row when (is_ended_issue(old.status) <> is_ended_issue(new.status)) execute function note_issue_change();

-- Topics: news of a project that come in as requests at one of its sources.
--
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
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

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

-- Marks that deploy scripts leave. People compare them, and what callers change, with the time at which something began to
-- go wrong.
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
