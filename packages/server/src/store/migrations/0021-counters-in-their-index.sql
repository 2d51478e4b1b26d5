-- Charts read the counters of events and attempts from the index alone.
--
-- Those of one connection lie far apart in their table, because all connections write there at the same time. To visit
-- each of them took most of the time of a chart. The price: changing a counter now also changes the index. That happens
-- once for each counter in each move of news, however many events it counts.

alter table event_counters drop constraint event_counters_pkey;
alter table event_counters add primary key (team_id, span, webhook_id, at, status, response_status, error_code)
  include (count, attempts, scheduled_retries);

alter table attempt_counters drop constraint attempt_counters_pkey;
alter table attempt_counters add primary key (team_id, span, webhook_id, at, status, error_code, trigger)
  include (count, delivered, answered, response_ms, delivery_ms, response_ms_max);

-- The index is enough only for pages that vacuum has seen since their last change.
alter table event_counters set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table attempt_counters set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
