-- A project of made-up data, in which people can see the product alive. An organization has one at most.
alter table projects add is_sample boolean not null default false;
create unique index projects_one_sample on projects (organization_id) where is_sample and deleted_at is null;
