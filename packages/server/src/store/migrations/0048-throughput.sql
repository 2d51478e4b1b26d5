-- Events per second that the project has bought. It counts if its organization's plan sells a tier of this throughput. Null:
-- nothing was bought.
alter table projects add column bought_throughput integer;

-- Which throughput a project had bought on which days, in UTC, and for which organization: each row counts from its first day
-- until the project's next row in this organization. A day belongs to the state at its end. Written with every change of a
-- project that has bought throughput. The rows stay when the project is removed: its days are charged later.
create table throughput_stretches (
  organization_id uuid not null references organizations on delete cascade,
  project_id uuid not null,
  first_day date not null,
  -- As the project was called at the change.
  project_name text not null,
  -- Null: the project has bought nothing, was deleted, or has left the organization.
  events_per_second integer,
  primary key (organization_id, project_id, first_day)
);

-- What the plan included on these days, with what was agreed. Null: throughput was not limited.
alter table plan_stretches add column included_throughput integer;
update plan_stretches set included_throughput = (plans.content #>> '{limits,included_throughput}')::integer
from plans where plans.id = plan_id and plans.version = plan_version;

-- `throughput` is what the project may deliver at most: what the plan includes, or a tier of the plan that the project has
-- bought.
create or replace view project_limits as
  select projects.id as team_id, projects.organization_id,
    least(projects.retention_days, (plan.limits ->> 'retention_days')::integer) as retention_days,
    least(projects.max_events_per_second, sold.throughput) as max_events_per_second,
    (plan.limits ->> 'max_payload_size_mb')::integer as max_payload_size_mb,
    (plan.limits ->> 'attempt_timeout')::integer as attempt_timeout,
    (plan.limits ->> 'api_rate_limit')::integer as api_rate_limit,
    sold.throughput
  from projects
  left join plans_in_force as plan on plan.organization_id = projects.organization_id
  cross join lateral (
    select case
      when plan.content -> 'throughput_tiers' @>
          jsonb_build_array(jsonb_build_object('events_per_second', projects.bought_throughput))
        and projects.bought_throughput > (plan.limits ->> 'included_throughput')::integer
      then projects.bought_throughput
      else (plan.limits ->> 'included_throughput')::integer
    end as throughput) as sold;
