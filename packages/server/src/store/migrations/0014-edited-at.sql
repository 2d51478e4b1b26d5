-- The last `updated_at` at which name, description, settings, rules or code changed. A save that names the version it has
-- read is refused if this one is later. Null: not edited since then.
alter table sources add edited_at timestamptz;
alter table destinations add edited_at timestamptz;
alter table connections add edited_at timestamptz;
alter table transformations add edited_at timestamptz;
