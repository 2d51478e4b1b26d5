-- A process that was declared dead writes nothing more under its number. What a statement leases or accepts for a
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
