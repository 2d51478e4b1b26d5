-- What flows through: requests, the events made of them and their attempts; and the processes that carry them.
--
-- Every id is a UUIDv7, made by the process that writes the row, so an id carries its creation time and
-- finds its own day partition; the rows have no created_at beside it. Ids of one request belong together:
-- an event's id is its request's id with a number in the last two bytes, so the events of a request are
-- one range of the primary key. The first payload of a request has the request's own id.

-- A process that accepts, routes or delivers. Its heartbeat is the lease on all it holds.
create table processes (
  id integer generated always as identity primary key,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  -- Requests that are being stored, and events leased from birth that no index below finds, are younger than this id;
  -- take-over looks no further back for them.
  unfinished_from uuid not null,
  -- Every request before this id has been routed; null: `unfinished_from` says it.
  unrouted_from uuid,
  -- How many times it took over requests. A heartbeat that does not know of the last time may only move the mark back.
  adoptions integer not null default 0,
  -- What another process is taking over now: CLAIMED events, events leased from birth (BORN), UNROUTED requests. Null
  -- while the process lives, or nobody has begun. From the first step on its heartbeats are refused.
  take_over_stage text,
  -- How far that stage has come: earlier projects are done, and in this one everything up to the id.
  take_over_team uuid,
  take_over_id uuid,
  -- Which process of the operating system registered: on an embedded database another one sees by this that it has ended.
  pid integer,
  -- Opaque; tells the process from a later one with the same pid (see store/embedded/process-identity.ts).
  pid_started text,
  -- The alarms that have not ended, by name, with the time at which each began. The heartbeat writes them.
  alarms jsonb not null default '{}'
);

-- The fence: a process that was declared dead writes nothing more under its number. What a statement leases or accepts for a
-- process carries that process's number through `fenced`.

-- Returns the number if its process lives, and fails otherwise. The shared lock lasts until the writer's transaction has
-- ended. A volatile function reads with a snapshot of its own, so it sees a take-over that began after its statement did.
create function fenced(process integer) returns integer language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(1886547811, process);
  perform from processes where id = process and take_over_stage is null;
  if not found then
    raise exception 'Process % was declared dead, and another process takes over its work', process
      using errcode = 'PH001', hint = 'The process registers under a new number and continues by itself.';
  end if;
  return process;
end $$;

-- For the first step of a take-over: waits for writers that have passed the fence. Those that come later wait for this
-- step, and then see that it has begun.
create function shut_out(process integer) returns void language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(1886547811, process);
end $$;

create table requests (
  team_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  rejection_cause text,
  verified boolean,
  accepted_by integer not null,
  -- The payload, where it is not the request's own: a bookmark that was replayed. Null: the request's id.
  payload_id uuid,
  -- When a person or a bulk operation last had it evaluated again.
  retried_at timestamptz,
  bulk_retry_id uuid,
  -- Why it was not verified: which problem, and in which header, parameter or field. Never a secret, and null for every
  -- request that was not rejected for it.
  verification_failure jsonb,
  -- What the request tells of. Null: a sender made it, or it replays another. Its events make no topics.
  topic text,
  primary key (team_id, id)
) partition by range (id);
-- For lists. Every request pays for the first; all others stay empty but for what is out of the ordinary.
create index requests_of_source on requests (source_id, id);
create index requests_of_cause on requests (team_id, rejection_cause, id) where rejection_cause is not null;
-- Requests that replay a bookmark, by the payload they replay.
create index requests_of_payload on requests (payload_id, id) where payload_id is not null;
create index requests_of_bulk_retry on requests (bulk_retry_id, id) where bulk_retry_id is not null;

create table payloads (
  team_id uuid not null,
  id uuid not null,
  method text not null,
  path text not null,
  query text,
  -- Names and values in turn, as they came: a JSON list of text.
  headers text not null,
  client_ip text,
  -- Null when the body was not kept (too large); never a part of a body.
  body bytea,
  -- What was masked before it was stored: the paths at which there was something, and how many values. Never a value. Null
  -- for nearly every payload.
  redaction jsonb,
  primary key (team_id, id)
) partition by range (id);

-- A payload that outlives its day: a bookmark points to it.
create table kept_payloads (
  team_id uuid not null,
  id uuid not null,
  method text not null,
  path text not null,
  query text,
  headers text not null,
  client_ip text,
  body bytea,
  redaction jsonb,
  primary key (team_id, id)
);

create table bookmarks (
  id uuid primary key,
  team_id uuid not null references projects,
  webhook_id uuid not null references connections,
  event_data_id uuid not null,
  label text not null,
  alias text,
  last_used_at timestamptz,
  updated_at timestamptz not null default now()
);
create index bookmarks_of_project on bookmarks (team_id, event_data_id);

create table events (
  team_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_data_id uuid not null,
  status text not null,
  -- The number of the last attempt that was begun; raised before the wire.
  attempts integer not null,
  -- Why the attempt that is running, or comes next, is made.
  trigger text not null,
  -- How many automatic retries were planned so far; manual and interrupted attempts do not count.
  retries smallint not null default 0,
  lease_owner integer,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  successful_at timestamptz,
  response_status smallint,
  error_code text,
  updated_at timestamptz not null,
  -- The developer's machine that gets it; null for every destination that is not a CLI.
  cli_id uuid,
  cli_session_id uuid,
  -- The bulk operation that retried it last, and the status it had before: what an abort gives back.
  bulk_retry_id uuid,
  status_before_bulk_retry text,
  -- What indexes ask about. An index on `status` itself would make every attempt rewrite all indexes of its
  -- event; these stay the same for all that is neither held nor part of a bulk retry.
  is_held boolean not null generated always as (status = 'HOLD') stored,
  is_queued_in_bulk boolean not null generated always as (bulk_retry_id is not null and status = 'QUEUED') stored,
  -- Null for what nearly all events are: delivered, or on their way to be for the first time.
  rare_status text generated always as (
    case when status <> 'SUCCESSFUL' and not (status = 'QUEUED' and attempts = 1 and next_attempt_at is null)
      then status end) stored,
  -- Null for all that destinations say when they are content.
  rare_response_status smallint generated always as (
    case when response_status not between 200 and 299 then response_status end) stored,
  -- Which group of its destination's deliveries it is in, as it was when the event was made. Empty: the
  -- destination has groups and the event is in none. Null: the destination had no groups.
  delivery_group text collate "C",
  -- The process that holds the lease, where it is not certain that the event is younger than the process's mark: it was
  -- claimed from the database, or made of a request that had waited. Null for what is leased from birth, so the common
  -- event never enters the index, and settling it rewrites no index.
  claimed_by integer,
  primary key (team_id, id)
) partition by range (id);

-- Every event pays for the first index. All others stay empty while all goes well: what is leased from birth, and is
-- delivered at its first attempt, never enters them.
create index events_of_connection on events (webhook_id, id);

-- For claims. Found by connection first: a destination that takes no more, or is another worker's, costs a claim nothing.
create index events_due on events (webhook_id, next_attempt_at) where next_attempt_at is not null;
create index events_held on events (webhook_id) where is_held;
create index events_claimed on events (claimed_by, id) where claimed_by is not null;
-- The groups of a connection one by one, however much waits in each.
create index events_due_of_group on events (webhook_id, delivery_group, next_attempt_at)
  where delivery_group is not null and next_attempt_at is not null;
-- For what of a bulk operation is still to be sent.
create index events_queued_of_bulk_retry on events (bulk_retry_id) where is_queued_in_bulk;

-- For lists.
create index events_of_bulk_retry on events (bulk_retry_id, id) where bulk_retry_id is not null;
create index events_of_rare_status on events (team_id, rare_status, id) where rare_status is not null;
create index events_of_rare_response on events (team_id, rare_response_status, id)
  where rare_response_status is not null;
create index events_of_error on events (team_id, error_code, id) where error_code is not null;
create index events_tried_again on events (team_id, attempts, id) where attempts > 1;
create index events_waiting on events (team_id, id) where next_attempt_at is not null;
create index events_for_cli on events (cli_id, id) where cli_id is not null;
create index events_of_group on events (team_id, delivery_group, id) where delivery_group is not null;

create table ignored_events (
  team_id uuid not null,
  request_id uuid not null,
  webhook_id uuid not null,
  cause text not null,
  -- What the cause says more: the parts that a filter refused.
  meta jsonb,
  primary key (team_id, request_id, webhook_id)
) partition by range (request_id);

create table attempts (
  team_id uuid not null,
  event_id uuid not null,
  attempt_number integer not null,
  trigger text not null,
  status text not null,
  response_status smallint,
  error_code text,
  http_method text,
  requested_url text,
  response_headers text,
  response_body bytea,
  response_body_cut boolean not null default false,
  created_at timestamptz not null,
  delivered_at timestamptz,
  responded_at timestamptz,
  bulk_retry_id uuid,
  -- That of the event, for counting.
  webhook_id uuid,
  -- No retry will follow. Null: it succeeded.
  is_final boolean,
  primary key (team_id, event_id, attempt_number)
) partition by range (event_id);

-- The failed attempts of a connection by what they failed with, to find the events of an issue.
create function failure_of(status text, error_code text, response_status smallint) returns text
  language sql immutable parallel safe
  return case when status = 'FAILED' then coalesce(error_code, response_status::text, '') end;
create index attempts_failed on attempts (webhook_id, failure_of(status, error_code, response_status), event_id)
  where status = 'FAILED';

create table transformation_executions (
  team_id uuid not null,
  id uuid not null,
  transformation_id uuid not null,
  webhook_id uuid not null,
  original_event_data_id uuid not null,
  -- Null: the run failed.
  transformed_event_data_id uuid,
  log_level text not null,
  logs text not null,
  primary key (team_id, id)
) partition by range (id);
create index executions_of_transformation on transformation_executions (transformation_id, id);
-- The runs of a transformation that are worth an issue.
create index executions_of_level on transformation_executions (transformation_id, log_level, id)
  where log_level in ('warn', 'error', 'fatal');

-- One row per connection and key inside its window. The window begins with the first request and is not
-- extended by its duplicates.
create table duplicate_keys (
  webhook_id uuid not null,
  key bytea not null,
  request_id uuid not null,
  until timestamptz not null,
  primary key (webhook_id, key)
);
create index duplicate_keys_by_end on duplicate_keys (until);

-- Which process paces the deliveries of a destination, or of a whole project that has a cap. Only limited
-- ones are here.
create table limiters (
  -- A destination's or a project's id.
  id uuid primary key,
  process_id integer not null,
  -- No delivery before this time, also for whoever owns it next.
  next_slot_at timestamptz not null default now()
);

-- When the next delivery of a group may go. Written only by the owner of the destination's limiter, and only for slots far
-- enough apart to matter after a restart.
create table limiter_groups (
  -- The destination's.
  limiter_id uuid not null,
  delivery_group text collate "C" not null,
  next_slot_at timestamptz not null,
  primary key (limiter_id, delivery_group)
);

create table bulk_operations (
  id uuid primary key,
  team_id uuid not null references projects,
  -- Counted per project, shown as #n.
  number integer not null,
  type text not null,
  -- As it was asked, and as it was understood: two spellings of one question are understood alike.
  query jsonb not null,
  filters jsonb not null,
  -- The snapshot: nothing newer belongs to it.
  last_id uuid not null,
  -- Everything up to here, in the order of ids, has been looked at.
  done_until uuid not null,
  estimated_count integer not null,
  estimated_batch integer not null,
  processed_batch integer not null default 0,
  completed_count integer not null default 0,
  failed_count integer not null default 0,
  -- Of the completed ones: put on their way, and not yet sent.
  waiting_count integer not null default 0,
  -- The process that works on it.
  process_id integer,
  cancelled_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  updated_at timestamptz not null default now(),
  -- Who began it: a person, or an API key. No reference: the operation stays when the key is revoked.
  started_by_user_id uuid,
  started_by_api_key_id uuid,
  -- Of a retry of events that has ended: for how many of its events an attempt of it was a success, and for how many none
  -- was. Null until a worker has counted them.
  delivered_count integer,
  failed_again_count integer,
  -- It has ended, and a worker has not counted its outcome yet.
  is_outcome_due boolean not null default false,
  unique (team_id, number)
);
-- Also how the database refuses a second one of the same kind while the first is in progress.
create unique index bulk_operations_in_progress on bulk_operations (team_id, type, md5(filters::text))
  where cancelled_at is null and completed_at is null and failed_at is null;
create index bulk_operations_to_count on bulk_operations (id) where is_outcome_due;

-- Erasures of the data of a person from what senders and destinations have sent.
create table erasures (
  id uuid primary key,
  team_id uuid not null references projects,
  -- Sealed. Null as soon as the erasure has ended, however it ended.
  identifier bytea,
  -- With a key that is not in the database: whoever knows the identifier can check that it was this one, nobody can try names.
  digest bytea not null,
  -- planning, planned, erasing, settling; then completed, cancelled or failed.
  state text not null,
  -- How far it has come: a stage is a kind of rows, and in it everything up to `done_until` has been looked at. What is still on
  -- its way after the first pass is erased by a further one.
  pass integer not null default 1,
  stage text not null,
  done_until uuid not null,
  -- Nothing newer belongs to it.
  last_id uuid not null,
  -- The oldest data of the project at its beginning, for the progress.
  oldest_at timestamptz not null,
  -- Whether this pass has erased anything.
  has_erased boolean not null default false,
  settling_since timestamptz,
  -- What the plan has counted, and what has been erased.
  planned jsonb not null default '{}',
  erased jsonb not null default '{}',
  started_by_user_id uuid not null,
  confirmed_by_user_id uuid,
  confirmed_at timestamptz,
  planned_at timestamptz,
  ended_at timestamptz,
  updated_at timestamptz not null default now(),
  check ((ended_at is null) = (identifier is not null))
);
-- Also how the database refuses a second one while the first is in progress.
create unique index erasures_in_progress on erasures (team_id) where ended_at is null;
create index erasures_of_project on erasures (team_id, id);
