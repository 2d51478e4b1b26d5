-- What a search can rule out without reading payloads: see docs/decisions/0041.

-- One row covers the requests of a project with ids above `above`, up to and including `up_to`. Sections of a project do
-- not overlap.
create table search_sections (
  team_id uuid not null,
  above uuid not null,
  up_to uuid not null,
  -- Raised each time the section is written again.
  version integer not null default 1,
  -- Where each block ends: the last id that it covers, 16 bytes each.
  ends bytea not null,
  -- For each of the 65,536 keys the bits of all blocks, in whole bytes.
  bits bytea not null,
  primary key (team_id, above)
);
-- A search reads a few bytes here and there, which works only in a value that is not compressed.
alter table search_sections alter bits set storage external, alter ends set storage external;

-- The worker may index requests with ids below this. There is one row at most; without it, nothing has been indexed.
create table search_mark (
  is_only boolean primary key default true check (is_only),
  indexed_below uuid not null,
  -- The worker that indexes now, until it has been silent for a while.
  worker uuid not null,
  worker_until timestamptz not null
);

-- Requests that got data after the mark had passed them.
create table search_late (
  number bigint generated always as identity primary key,
  team_id uuid not null,
  id uuid not null
);
create index search_late_of_project on search_late (team_id, id);

-- Reads the mark with a snapshot of its own, later than that of the statement that wrote the rows.
create function note_late_requests() returns trigger language plpgsql volatile as $$
begin
  insert into search_late (team_id, id)
  select team_id, id from new_rows where id < (select indexed_below from search_mark);
  return null;
end $$;
create trigger note_late after insert on requests
  referencing new table as new_rows for each statement execute function note_late_requests();

-- What a transformation made is stored with its event, under the same id.
create function note_late_events() returns trigger language plpgsql volatile as $$
begin
  insert into search_late (team_id, id)
  select team_id, id from new_rows
  where event_data_id = id and id < (select indexed_below from search_mark);
  return null;
end $$;
create trigger note_late after insert on events
  referencing new table as new_rows for each statement execute function note_late_events();
