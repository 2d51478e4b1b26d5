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
