-- When an organization used up the events of a period, on a plan that rejects more. One row for each organization, of its
-- last such period. `max_requests` is the limit that was met: a higher one is not met yet.
create table used_up_limits (
  organization_id uuid primary key references organizations on delete cascade,
  period_start timestamptz not null,
  period_end timestamptz not null,
  max_requests bigint not null,
  limit_exceeded_at timestamptz not null
);

-- Plans that were stored before they said what happens beyond their events accept more.
create or replace view plans_in_force as
  select subscriptions.organization_id, plans.id, plans.version, plans.content, subscriptions.anchor,
    subscriptions.trial_ends_at, subscriptions.agreed_limits,
    agreed.limits,
    coalesce(subscriptions.trial_ends_at > now(), false) as is_on_trial,
    agreed.over_limit,
    used_up.limit_exceeded_at
  from subscriptions
  join plan_offer on plan_offer.in_force
  join plans on plans.id = subscriptions.plan_id and plans.version = subscriptions.plan_version
  cross join lateral (
    select stands.limits,
      case when stands.limits ->> 'max_requests' is not null then coalesce(plans.content ->> 'over_limit', 'accept') end as over_limit
    from (select plans.content -> 'limits' || subscriptions.agreed_limits as limits) as stands) as agreed
  left join used_up_limits as used_up on used_up.organization_id = subscriptions.organization_id
    and agreed.over_limit = 'reject' and used_up.max_requests >= (agreed.limits ->> 'max_requests')::bigint
    and used_up.period_start <= now() and used_up.period_end > now();

-- What an organization's plan closes to a person with this role in it, or to a key, which has none: `users` or `events`, and
-- null if nothing. The one place that decides it. Every call of the API asks it, so it keeps its plan of the query, and ends
-- at once without plans in force.
create function plan_lock(locked_organization uuid, organization_role text, is_key boolean) returns text
language plpgsql stable as $$
begin
  if not exists (select from plan_offer where in_force) then return null; end if;
  return (
    select case
      when not is_key and organization_role is distinct from 'owner' and not plan.is_on_trial
        and (plan.limits ->> 'max_users')::bigint = 1 then 'users'
      when plan.limit_exceeded_at is not null then 'events'
    end
    from plans_in_force as plan where plan.organization_id = locked_organization);
end $$;
