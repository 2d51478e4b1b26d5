-- Who began it: a person, or an API key. Both null for operations of earlier releases. No reference: the operation stays
-- when the key is revoked.
alter table bulk_operations
  add started_by_user_id uuid,
  add started_by_api_key_id uuid,
  -- Of a retry of events that has ended: for how many of its events an attempt of it was a success, and for how many none
  -- was. Null until a worker has counted them.
  add delivered_count integer,
  add failed_again_count integer,
  -- It has ended, and a worker has not counted its outcome yet.
  add is_outcome_due boolean not null default false;
create index bulk_operations_to_count on bulk_operations (id) where is_outcome_due;
