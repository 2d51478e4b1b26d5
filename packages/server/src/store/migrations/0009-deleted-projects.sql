-- From here on a project is gone for everybody; its row stays until all that it had has been removed.
alter table projects add deleted_at timestamptz;
