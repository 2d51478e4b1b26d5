-- How lists find what they are narrowed to.
--
-- Of these, every event pays for the first and every request for its own; all others stay empty but for what
-- is out of the ordinary. An event that is delivered at its first attempt changes nothing that they look at,
-- so settling it still rewrites no index (see 0003).

create index events_of_connection on events (webhook_id, id);
create index requests_of_source on requests (source_id, id);

alter table events
  -- Null for what nearly all events are: delivered, or on their way to be for the first time.
  add rare_status text generated always as (
    case when status <> 'SUCCESSFUL' and not (status = 'QUEUED' and attempts = 1 and next_attempt_at is null)
      then status end) stored,
  -- Null for all that destinations say when they are content.
  add rare_response_status smallint generated always as (
    case when response_status not between 200 and 299 then response_status end) stored;

create index events_of_rare_status on events (team_id, rare_status, id) where rare_status is not null;
create index events_of_rare_response on events (team_id, rare_response_status, id)
  where rare_response_status is not null;
create index events_of_error on events (team_id, error_code, id) where error_code is not null;
create index events_tried_again on events (team_id, attempts, id) where attempts > 1;
create index events_waiting on events (team_id, id) where next_attempt_at is not null;
create index events_for_cli on events (cli_id, id) where cli_id is not null;

create index requests_of_cause on requests (team_id, rejection_cause, id) where rejection_cause is not null;
-- Requests that replay a bookmark, by the payload they replay.
create index requests_of_payload on requests (payload_id, id) where payload_id is not null;
