-- Which process of the operating system registered: on an embedded database another one sees by this that it has ended.
-- Null: registered by a version that did not write it.
alter table processes
  add pid integer,
  -- Opaque; tells the process from a later one with the same pid (see store/embedded/process-identity.ts).
  add pid_started text;
