-- People who were added to a project, private projects, and invitations to an organization.

-- Only admins and the owner of the organization see a private project, and people who were added to it.
alter table projects add private boolean not null default false;

create table project_members (
  id uuid primary key,
  team_id uuid not null references projects,
  -- Only people of the organization can be added, and those who leave it lose what they were given.
  member_id uuid not null references members on delete cascade,
  role text not null check (role in ('viewer', 'member', 'admin')),
  unique (team_id, member_id)
);
create index project_members_of_member on project_members (member_id);

-- What a person may do in a project: one row for each person and project that the person may enter. Every query that asks
-- reads this view. A role comes from the organization of the project, or was given in the project; the higher one counts.
create or replace view project_roles as
  select members.user_id, projects.organization_id, projects.id as team_id, granted.role,
    members.role as organization_role, members.id as member_id, members.created_at as joined_at,
    added.id as project_member_id
  from members
  join projects on projects.organization_id = members.organization_id
  left join project_members as added on added.team_id = projects.id and added.member_id = members.id
  cross join lateral (
    select role
    from (values
      (case when not projects.private or members.role in ('admin', 'owner') then members.role end),
      (added.role)) as grants (role)
    where role is not null
    order by array_position(array['viewer', 'member', 'admin', 'owner'], role) desc
    limit 1) as granted
  where projects.deleted_at is null;

-- An organization has one owner. The product never made a second one, but somebody may have written one by hand.
update members set role = 'admin'
where role = 'owner' and exists (
  select from members as first
  where first.organization_id = members.organization_id and first.role = 'owner' and first.id < members.id);
create unique index members_one_owner on members (organization_id) where role = 'owner';

-- No version has sent an invitation yet, so none has a link: each gets a hash that no key has. One that was accepted or
-- revoked is deleted from now on, so none has a status.
update invitations set role = 'viewer' where role is null or role not in ('viewer', 'member', 'admin');
alter table invitations
  add token_hash bytea not null unique default sha256(uuid_send(gen_random_uuid())),
  alter role set not null,
  add check (role in ('viewer', 'member', 'admin')),
  drop status;
alter table invitations alter token_hash drop default;
create unique index invitations_one_for_address on invitations (organization_id, email);
