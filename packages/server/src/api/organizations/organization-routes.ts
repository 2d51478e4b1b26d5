/**
 * What do the endpoints of organizations and their people answer?
 *
 * Every change of who belongs to an organization holds its lock, and reads the roles under it: an organization always
 * has exactly one owner, and somebody whose role is being taken away changes nothing any more.
 */
import * as contract from "@posthorn/contract/organizations";
import { internalId, publicId } from "@posthorn/contract/ids";
import { isFree } from "@posthorn/contract/plan-choice";
import { can, RIGHTS, type Right } from "@posthorn/contract/roles";
import { ORGANIZATION_NAME_DIFFERS, OWNER_STAYS } from "@posthorn/contract/settings-texts";
import { DIRECTORY_GIVES_ROLES, DIRECTORY_REMOVES_PEOPLE } from "@posthorn/contract/directory-texts";
import { SSO_USER_STAYS } from "@posthorn/contract/sso-texts";
import { readPlanOf } from "../../plans/plan-of.sql.ts";
import { isTrialExpired } from "../../plans/seats.ts";
import { readBilling } from "../../store/billing.ts";
import type { Queryable } from "../../store/database.ts";
import { findDirectory } from "../../store/directories.ts";
import { hasUnpaidCharges } from "../../store/invoice-payments.ts";
import { revokeInvitationsBy } from "../../store/invitations.ts";
import {
  deleteMember,
  lockMember,
  findMembership,
  handOn,
  type MemberRow,
  readMembers,
  setMemberRole,
} from "../../store/members.ts";
import {
  createOrganization,
  FIRST_PROJECT_NAME,
  lockOrganization,
  removeOrganization,
  renameOrganization,
} from "../../store/organizations.ts";
import { lockProjectsOf } from "../../store/projects.ts";
import { readSsoUse } from "../../store/sso-connections.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { OrganizationsCall, ServeOrganization, ServePerson } from "../call.ts";
import { deleteWholeProject } from "../projects/delete-project.ts";
import { invalid } from "../validation.ts";

type Asking = Pick<
  OrganizationsCall<typeof contract.updateMember>,
  "asCaller" | "organization_id" | "user_id"
>;

/** Runs `change` under the lock of the organization, if the person still has the right then. */
export async function changingPeople<Result>(
  { asCaller, organization_id, user_id }: Asking,
  right: Right,
  change: (tx: Queryable, organization: { name: string }) => Promise<Result>,
): Promise<Result> {
  return asCaller.transaction(async (tx) => {
    const name = await lockOrganization(tx, organization_id);
    const membership = await findMembership(tx, { user_id, organization_id });
    if (name === null || !membership) throw notFound(publicId("organization", organization_id));
    if (!can(membership.role, RIGHTS[right].role)) throw new ApiError("FORBIDDEN", { role: membership.role });
    return change(tx, { name });
  });
}

/** A deleted organization gets no further invoice, and has no card: so its plan has ended first, and all is paid. */
async function refuseUnpaid(tx: Queryable, organization_id: string): Promise<void> {
  if (await hasUnpaidCharges(tx, organization_id))
    throw invalid(
      "The organization has invoices that are not paid. Pay them on the page Billing, and delete the organization then.",
    );
  const plan = (await readPlanOf(tx, organization_id))?.plan;
  if (!plan || plan.prices === null || isFree(plan) || !(await readBilling(tx))) return;
  throw invalid(
    `The organization is on the plan ${plan.name}, which is charged until its period ends. Cancel the plan on the page Plans, and delete the organization when the plan has ended.`,
  );
}

export function serveOrganizations(
  servePerson: ServePerson,
  serveOrganization: ServeOrganization,
  { db, sealer, access, log, productEvents }: ApiDeps,
): void {
  servePerson(contract.createOrganization, async ({ user_id, body, asCaller }) => {
    const name = body.name.trim();
    const project_name = FIRST_PROJECT_NAME;
    const { onboarding } = body;
    const created = await asCaller.transaction((tx) =>
      createOrganization(tx, sealer, {
        name,
        owner_id: user_id,
        project_name,
        ...(onboarding && { onboarding }),
      }),
    );
    log.info("organization.created", {
      ...created,
      user_id,
      // Not `use_case_other`: a person's own words are in the database only.
      discovery_method: onboarding?.discovery_method ?? null,
      use_case: onboarding?.use_case ?? null,
    });
    if (onboarding)
      productEvents?.record(
        {
          name: "Completed Onboarding",
          // Not `use_case_other`, which is a text of the person.
          properties: { discovery_method: onboarding.discovery_method, use_case: onboarding.use_case },
        },
        { person_id: user_id, organization_id: created.organization_id, project_id: created.project_id },
      );
    return {
      organization: { id: publicId("organization", created.organization_id), name },
      project: { id: publicId("project", created.project_id), name: project_name },
    };
  });
  serveOrganization(contract.updateOrganization, async ({ organization_id, body, asCaller }) => {
    const name = body.name.trim();
    if (!(await renameOrganization(asCaller, organization_id, { name, seen: body.seen ?? null })))
      throw new ApiError("CHANGED_MEANWHILE");
    return { id: publicId("organization", organization_id), name };
  });
  serveOrganization(contract.deleteOrganization, async ({ organization_id, user_id, body, asCaller }) => {
    const right = contract.deleteOrganization.right;
    const projects = await changingPeople(
      { asCaller, organization_id, user_id },
      right,
      async (tx, { name }) => {
        if (body.name.trim() !== name) throw invalid(ORGANIZATION_NAME_DIFFERS);
        await refuseUnpaid(tx, organization_id);
        const present = await lockProjectsOf(tx, organization_id);
        for (const id of present) await deleteWholeProject(tx, sealer, id);
        await removeOrganization(tx, organization_id);
        return present;
      },
    );
    for (const id of projects) access.forgetKeysOf(id);
    return { id: publicId("organization", organization_id) };
  });
  serveOrganization(contract.leaveOrganization, async ({ organization_id, user_id, asCaller }) => {
    await changingPeople(
      { asCaller, organization_id, user_id },
      contract.leaveOrganization.right,
      async (tx) => {
        if ((await readSsoUse(tx, { organization_id, user_id })).is_sso_user)
          throw new ApiError("SSO_USER_STAYS", {}, { message: SSO_USER_STAYS });
        const own = await findMembership(tx, { organization_id, user_id });
        await dismiss(tx, organization_id, own?.id ?? "");
      },
    );
    return { id: publicId("organization", organization_id) };
  });
  serveOrganization(contract.listMembers, async ({ organization_id, query: { search = "" } }) => {
    const isExpired = await isTrialExpired(db, organization_id);
    const rows = await readMembers(db, organization_id, search.trim());
    return { models: rows.map((row) => memberView(row, isExpired)) };
  });
  serveOrganization(
    contract.updateMember,
    async ({ organization_id, user_id, id, body: { role }, asCaller }) => {
      const right = role === "owner" ? "handOn" : contract.updateMember.right;
      return changingPeople({ asCaller, organization_id, user_id }, right, async (tx) => {
        const member = await memberOf(tx, organization_id, id);
        const isExpired = await isTrialExpired(tx, organization_id);
        if (member.role === role) return memberView(member, isExpired);
        await refuseUnderDirectory(tx, organization_id, DIRECTORY_GIVES_ROLES);
        if (member.role === "owner") throw invalid(OWNER_STAYS);
        const key = { organization_id, id: member.id };
        await (role === "owner" ? handOn(tx, key) : setMemberRole(tx, key, role));
        if (!can(role, RIGHTS.manageMembers.role))
          await revokeInvitationsBy(tx, { organization_id, inviter_id: member.user_id });
        return memberView({ ...member, role }, isExpired);
      });
    },
  );
  serveOrganization(contract.removeMember, async ({ organization_id, user_id, id, asCaller }) => {
    await changingPeople({ asCaller, organization_id, user_id }, contract.removeMember.right, async (tx) => {
      const member = await memberOf(tx, organization_id, id);
      if (member.is_synced && member.role !== "owner")
        throw new ApiError("DIRECTORY_DECIDES", {}, { message: DIRECTORY_REMOVES_PEOPLE });
      await dismiss(tx, organization_id, member.id);
    });
    return { id };
  });
}

/** The directory decides: what a person changed here would not last. */
export async function refuseUnderDirectory(
  tx: Queryable,
  organization_id: string,
  message: string,
): Promise<void> {
  if (await findDirectory(tx, organization_id)) throw new ApiError("DIRECTORY_DECIDES", {}, { message });
}

async function memberOf(tx: Queryable, organization_id: string, id: string): Promise<MemberRow> {
  const uuid = internalId("member", id);
  const member = uuid && (await lockMember(tx, { organization_id, id: uuid }));
  if (!member) throw notFound(id);
  return member;
}

/** Ends a membership. Invitations that the person has sent end with it. */
async function dismiss(tx: Queryable, organization_id: string, id: string): Promise<void> {
  const member = await lockMember(tx, { organization_id, id });
  if (!member) return;
  if (member.role === "owner") throw invalid(OWNER_STAYS);
  await revokeInvitationsBy(tx, { organization_id, inviter_id: member.user_id });
  await deleteMember(tx, { organization_id, id });
}

function memberView(row: MemberRow, isExpired: boolean): contract.OrganizationMember {
  const status: contract.MemberStatus = isExpired && row.role !== "owner" ? "TRIAL_EXPIRED" : "ACTIVE";
  return { ...row, id: publicId("member", row.id), status };
}
