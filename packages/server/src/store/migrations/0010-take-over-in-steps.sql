-- The work of a dead process is found without going through everything since one mark, and taken over in small steps.

alter table events
  -- The process that holds the lease, where it is not certain that the event is younger than the process's mark: it was
  -- claimed from the database, or made of a request that had waited. Null for what is leased from birth, so the common
  -- event never enters the index, and settling it still rewrites no index (see 0003).
  add claimed_by integer;
create index events_claimed on events (claimed_by, id) where claimed_by is not null;

alter table processes
  -- `unfinished_from` from now on covers only what is young: requests being stored, and events leased from birth that
  -- are not in the index above. Every request before this id has been routed; null: `unfinished_from` says it.
  add unrouted_from uuid,
  -- How many times it took over requests. A heartbeat that does not know of the last time may only move the mark back.
  add adoptions integer not null default 0,
  -- What another process is taking over now: CLAIMED events, events leased from birth (BORN), UNROUTED requests. Null
  -- while the process lives, or nobody has begun. From the first step on its heartbeats are refused.
  add take_over_stage text,
  -- How far that stage has come: earlier projects are done, and in this one everything up to the id.
  add take_over_team uuid,
  add take_over_id uuid;
