-- What counts is the state of a connection; its events follow in small steps (workers/following-events.ts).

alter table connections
  -- Raised by every pause, unpause, disable, enable and delete.
  add state_number integer not null default 0,
  -- The number of the state that its events are known to be in line with. Lower: the connection is behind.
  add followed_number integer not null default 0,
  -- Set by disable and delete: what was pending then is still to be cancelled, also if somebody enables the
  -- connection before all of it is. Null: nothing is left of that.
  add cancels_before timestamptz;

-- Empty but for the connections whose events are being brought in line.
create index connections_behind on connections (id) where followed_number < state_number;

-- That the events of a connection are in line changes nothing for its routing: nobody needs to read its source anew.
drop trigger announce on connections;
create trigger announce after insert on connections for each row execute function announce_connection_change();
create trigger announce_change after update on connections for each row
  when (old.followed_number = new.followed_number) execute function announce_connection_change();
