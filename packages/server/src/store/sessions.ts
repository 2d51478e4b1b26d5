/**
 * Whose session is this, and what may the person see?
 *
 * Each question is one query, because every call of the dashboard asks. Nothing is cached, so that a
 * sign-out, a removal or a new role takes effect at the next call. better-auth creates sessions and ends the one that
 * signs out; this file prolongs those that are used, and ends others of the same person. The database's clock decides.
 */
import type { Lock, SessionPlan } from "@posthorn/contract/plans";
import type { HeldRoles, Role } from "@posthorn/contract/roles";
import type { Queryable } from "./database.ts";
import { MEMBERSHIPS } from "./members.ts";
import { LIVE_PROJECTS } from "./projects.ts";
import { isTrueOf } from "./usage-notices.ts";

export const SESSION_LIFETIME_SECONDS = 7 * 24 * 60 * 60;
/** A session is prolonged at most this often, so that people see to the hour when it was last used. */
const RENEW_AFTER_SECONDS = 60 * 60;

export interface SessionAccess {
  user_id: string;
  /** Null when there is no such project, or the person does not belong to it. */
  project: ({ id: string; lock: Lock | null } & HeldRoles) | null;
}

/**
 * Without a project id, takes the person's first project. Returns null when there is no such
 * session, or it has ended.
 */
export async function findSessionAccess(
  db: Queryable,
  token: string,
  project_id: string | null,
): Promise<SessionAccess | null> {
  const { rows } = await db.query<{
    user_id: string;
    renewal_due: boolean;
    project_id: string | null;
    role: Role | null;
    organization_role: Role | null;
    lock: Lock | null;
  }>(
    `select sessions.user_id, seen.team_id as project_id, seen.role, seen.organization_role,
            plan_lock(seen.organization_id, seen.organization_role, false) as lock,
            sessions.expires_at < now() + $3 * interval '1 second' as renewal_due
     from sessions
     left join lateral (
       select team_id, organization_id, role, organization_role from project_roles
       where user_id = sessions.user_id and ($2::uuid is null or team_id = $2)
       order by organization_id, team_id limit 1
     ) as seen on true
     where sessions.token = $1 and sessions.expires_at > now()`,
    [token, project_id, SESSION_LIFETIME_SECONDS - RENEW_AFTER_SECONDS],
  );
  const row = rows[0];
  if (!row) return null;
  if (row.renewal_due) await renewSession(db, token);
  const { user_id, project_id: id, role, organization_role, lock } = row;
  return { user_id, project: id && role ? { id, role, organization_role, lock } : null };
}

async function renewSession(db: Queryable, token: string): Promise<void> {
  await db.query(
    `update sessions set expires_at = now() + $2 * interval '1 second', updated_at = now()
     where token = $1 and expires_at > now()`,
    [token, SESSION_LIFETIME_SECONDS],
  );
}

export interface SessionOverview {
  user: { id: string; name: string; email: string };
  /** Somebody has invited this address, and the invitation can still be accepted. */
  is_invited: boolean;
  /** The role is the one in the organization. */
  organizations: {
    id: string;
    name: string;
    role: Role;
    plan: SessionPlan | null;
    uses_sso: boolean;
    is_sso_user: boolean;
    has_directory: boolean;
  }[];
  /** Those that the person may enter, by organization, and the oldest first. */
  projects: {
    id: string;
    organization_id: string;
    name: string;
    private: boolean;
    role: Role;
    retention_days: number;
    is_sample: boolean;
  }[];
}

/** Prices of usage are all but the fixed ones. */
const SHOWN_NOTICE = `(
    select json_build_object('percent', noted.percent, 'events', noted.events, 'max_requests', noted.max_requests,
      'over_limit', plan.over_limit,
      'is_charged', jsonb_path_exists(plan.content, '$.prices[*] ? (@.price_type != "fixed_price")'),
      'period_end', to_char(noted.period_end at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from usage_notices as noted
    where noted.organization_id = plan.organization_id and ${isTrueOf("noted")}
    order by noted.period_start desc limit 1)`;

/** What a person sees of an organization's plan, for a statement that joins `members` and `plans_in_force as plan`. */
const SHOWN_PLAN = `case when plan.id is not null then json_build_object(
    'id', plan.id, 'name', plan.content ->> 'name', 'features', plan.content -> 'features',
    'can_upgrade', exists (
      select from plan_offer, jsonb_array_elements(plan_offer.offered) as offer where offer ->> 'id' <> plan.id),
    'lock', plan_lock(members.organization_id, members.role, false),
    'usage_notice', case when members.role in ('owner', 'admin') then ${SHOWN_NOTICE} end) end`;

/** Returns null when there is no such session, or it has ended. A person may belong to no organization. */
export async function readSessionOverview(db: Queryable, token: string): Promise<SessionOverview | null> {
  const { rows } = await db.query<SessionOverview>(
    `select json_build_object('id', users.id, 'name', users.name, 'email', users.email) as user,
            exists (select from invitations
                    where invitations.email = users.email and invitations.expires_at > now()) as is_invited,
            coalesce(
              (select json_agg(json_build_object('id', organizations.id, 'name', organizations.name,
                                                 'role', members.role, 'plan', ${SHOWN_PLAN},
                                                 'uses_sso', coalesce(sso.organization_id, directory.organization_id) is not null,
                                                 'is_sso_user', exists (
                                                   select from sso_people
                                                   where sso_people.organization_id = organizations.id
                                                     and sso_people.user_id = users.id) or exists (
                                                   select from directory_people
                                                   where directory_people.organization_id = organizations.id
                                                     and directory_people.user_id = users.id),
                                                 'has_directory', directory.organization_id is not null)
                              order by organizations.id)
               from ${MEMBERSHIPS} join organizations on organizations.id = members.organization_id
               left join plans_in_force as plan on plan.organization_id = organizations.id
               left join sso_connections as sso on sso.organization_id = organizations.id and sso.mode <> 'off'
               left join directories as directory on directory.organization_id = organizations.id
               where members.user_id = users.id),
              '[]') as organizations,
            coalesce(
              (select json_agg(json_build_object('id', projects.id, 'organization_id', projects.organization_id,
                                                 'name', projects.name, 'private', projects.private,
                                                 'role', roles.role, 'retention_days', limits.retention_days,
                                                 'is_sample', projects.is_sample)
                               order by projects.organization_id, projects.id)
               from project_roles as roles join ${LIVE_PROJECTS} on projects.id = roles.team_id
               join project_limits as limits on limits.team_id = projects.id
               where roles.user_id = users.id),
              '[]') as projects
     from sessions join users on users.id = sessions.user_id
     where sessions.token = $1 and sessions.expires_at > now()`,
    [token],
  );
  return rows[0] ?? null;
}

/** Returns false when the person has no such session. */
export async function endSession(
  db: Queryable,
  { id, user_id }: { id: string; user_id: string },
): Promise<boolean> {
  const { rowCount } = await db.query("delete from sessions where id = $1 and user_id = $2", [id, user_id]);
  return rowCount > 0;
}

/** Ends every session of the person but this one. */
export async function endOtherSessions(
  db: Queryable,
  { id, user_id }: { id: string; user_id: string },
): Promise<void> {
  await db.query("delete from sessions where user_id = $2 and id <> $1", [id, user_id]);
}

export async function endSessionsOf(tx: Queryable, user_id: string): Promise<void> {
  await tx.query("delete from sessions where user_id = $1", [user_id]);
}

/** Of the members who must come through the identity provider from now on. The owner stays signed in. */
export async function endSessionsOfSsoPeople(tx: Queryable, organization_id: string): Promise<void> {
  await tx.query(
    `delete from sessions using sso_people
     where sso_people.organization_id = $1 and sso_people.mode = 'required' and sso_people.role <> 'owner'
       and sessions.user_id = sso_people.user_id`,
    [organization_id],
  );
}
