-- What an organization's deleted projects had counted, by the UTC day. The removal of such a project deletes its counters
-- and adds them here, in one statement.
create table usage_of_deleted_projects (
  organization_id uuid not null references organizations on delete cascade,
  day date not null,
  events bigint not null,
  requests bigint not null,
  primary key (organization_id, day)
);
