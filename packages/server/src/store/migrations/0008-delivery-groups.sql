-- Deliveries that are paced group by group.
--
-- Only events of destinations that have groups are in these indexes, and only slots far enough apart to matter
-- after a restart are in the table.

alter table events
  -- Which group of its destination's deliveries it is in, as it was when the event was made. Empty: the
  -- destination has groups and the event is in none. Null: the destination had no groups.
  add delivery_group text collate "C";

-- For lists.
create index events_of_group on events (team_id, delivery_group, id) where delivery_group is not null;
-- For claims: the groups of a connection one by one, however much waits in each.
create index events_due_of_group on events (webhook_id, delivery_group, next_attempt_at)
  where delivery_group is not null and next_attempt_at is not null;

-- When the next delivery of a group may go. Written only by the owner of the destination's limiter.
create table limiter_groups (
  -- The destination's.
  limiter_id uuid not null,
  delivery_group text collate "C" not null,
  next_slot_at timestamptz not null,
  primary key (limiter_id, delivery_group)
);
