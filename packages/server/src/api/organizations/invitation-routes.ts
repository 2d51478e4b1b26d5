/**
 * What do the endpoints of invitations answer, to those who invite and to those who were invited?
 *
 * Mails are sent after the commit, so no link is on its way that the database does not know. Without a mail server the
 * link is in the reply to the person who invites. It is in no other reply, and in no log.
 */
import { DIRECTORY_ADDS_PEOPLE } from "@posthorn/contract/directory-texts";
import * as link from "@posthorn/contract/invitations";
import * as contract from "@posthorn/contract/organizations";
import { internalId, publicId } from "@posthorn/contract/ids";
import type { Plan } from "@posthorn/contract/plans";
import { acceptInvitation } from "../../access/accept-invitation.ts";
import {
  deleteInvitation,
  findInvitation,
  findInvitationByKey,
  type InvitationRow,
  type IssuedInvitation,
  issueInvitation,
  readInvitations,
} from "../../store/invitations.ts";
import { planWithoutRoom } from "../../plans/seats.ts";
import { emailsOfMembers } from "../../store/members.ts";
import { findEmail } from "../../store/people.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { ServeAnyone, ServeOrganization, ServePerson } from "../call.ts";
import { invalid } from "../validation.ts";
import { changingPeople, refuseUnderDirectory } from "./organization-routes.ts";

export function serveInvitations(
  serveAnyone: ServeAnyone,
  servePerson: ServePerson,
  serveOrganization: ServeOrganization,
  { db, access }: ApiDeps,
): void {
  const is_mailed = access.hasMailServer;
  const sent = (invitation: IssuedInvitation): contract.IssuedInvitation => ({
    ...invitationView(invitation),
    link: access.sendInvitation(invitation),
  });

  serveOrganization(contract.listInvitations, async ({ organization_id, query: { search = "" } }) => ({
    models: (await readInvitations(db, organization_id, search.trim())).map(invitationView),
    has_mail_server: access.hasMailServer,
  }));
  serveOrganization(
    contract.createInvitations,
    async ({ organization_id, user_id, body: { invitations }, asCaller }) => {
      const emails = invitations.map(({ email }) => email);
      refuseEach(emails, (email, at) => emails.indexOf(email) !== at, "is named twice");
      const right = contract.createInvitations.right;
      const issued = await changingPeople({ asCaller, organization_id, user_id }, right, async (tx) => {
        await refuseUnderDirectory(tx, organization_id, DIRECTORY_ADDS_PEOPLE);
        const present = new Set(await emailsOfMembers(tx, organization_id, emails));
        refuseEach(emails, (email) => present.has(email), "is a member already");
        const rows = [];
        for (const { email, role } of invitations)
          rows.push(
            await issueInvitation(tx, { organization_id, inviter_id: user_id, email, role, is_mailed }),
          );
        const plan = await planWithoutRoom(tx, organization_id, { withInvited: true, joining: 0 });
        if (plan) throw new ApiError("USERS_OVER_PLAN", {}, { message: tooManyFor(plan) });
        return rows;
      });
      return { models: issued.map(sent) };
    },
  );
  serveOrganization(contract.resendInvitation, async ({ organization_id, user_id, id, asCaller }) => {
    const uuid = internalId("invitation", id);
    const right = contract.resendInvitation.right;
    const issued = await changingPeople({ asCaller, organization_id, user_id }, right, async (tx) => {
      const invitation = uuid && (await findInvitation(tx, { organization_id, id: uuid }));
      if (!invitation) throw notFound(id);
      const { email, role } = invitation;
      return issueInvitation(tx, { organization_id, inviter_id: user_id, email, role, is_mailed });
    });
    return sent(issued);
  });
  serveOrganization(contract.revokeInvitation, async ({ organization_id, user_id, id, asCaller }) => {
    const uuid = internalId("invitation", id);
    const right = contract.revokeInvitation.right;
    await changingPeople({ asCaller, organization_id, user_id }, right, async (tx) => {
      if (!uuid || !(await deleteInvitation(tx, { organization_id, id: uuid }))) throw notFound(id);
    });
    return { id };
  });

  serveAnyone(link.getInvitation, async ({ query: { key } }) => {
    const invitation = await findInvitationByKey(db, key);
    if (!invitation) throw new ApiError("LINK_NOT_VALID");
    const { organization_name, inviter_name, email, role, expires_at } = invitation;
    return { organization_name, inviter_name, email, role, expires_at };
  });
  servePerson(link.acceptInvitation, async ({ user_id, body: { key, other_address = false }, asCaller }) => {
    const email = await findEmail(db, user_id);
    const accepted = await acceptInvitation(
      asCaller,
      { key, email, otherAddress: other_address },
      async () => user_id,
    );
    if (typeof accepted === "string") throw new ApiError(accepted);
    return { organization_id: publicId("organization", accepted.organization_id) };
  });
}

function tooManyFor({ name, limits: { max_users } }: Plan): string {
  const people = max_users === 1 ? "one person" : `${max_users} people`;
  return `The plan ${name} allows ${people}, with open invitations. Choose another plan, revoke an invitation, or remove somebody.`;
}

/** The complaint names the place in the body, so that a form can show it beside the address. */
function refuseEach(
  emails: readonly string[],
  isWrong: (email: string, at: number) => boolean,
  problem: string,
): void {
  const [first, ...others] = emails.flatMap((email, at) =>
    isWrong(email, at) ? [`invitations[${at}].email ${problem}`] : [],
  );
  if (first !== undefined) throw invalid(first, ...others);
}

function invitationView({
  id,
  email,
  role,
  inviter_name,
  expires_at,
  is_expired,
  created_at,
}: InvitationRow): contract.OrganizationInvitation {
  return { id: publicId("invitation", id), email, role, inviter_name, expires_at, is_expired, created_at };
}
