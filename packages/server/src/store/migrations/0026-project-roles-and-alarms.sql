-- What a person may do in a project: one row for each person and project that the person may enter. Every query that
-- asks reads this view. Today a role comes from the organization of the project.
create view project_roles as
  select members.user_id, projects.organization_id, projects.id as team_id, members.role
  from members join projects on projects.organization_id = members.organization_id
  where projects.deleted_at is null;

-- The alarms of a process that have not ended, by name, with the time at which each began. The heartbeat writes them.
alter table processes add alarms jsonb not null default '{}';
