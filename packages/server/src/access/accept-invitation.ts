/**
 * How does a person come into an organization by the link of an invitation?
 *
 * The sign-up of somebody new and the click of somebody who is signed in both end here. One transaction lets the person
 * in and uses the invitation up. It holds the lock of the organization, so of two clicks one counts, and an invitation
 * that is being revoked lets nobody in.
 */
import { planWithoutRoom } from "../plans/seats.ts";
import type { Database, Queryable } from "../store/database.ts";
import { deleteInvitation, findInvitationByKey } from "../store/invitations.ts";
import { insertMember } from "../store/members.ts";
import { lockOrganization } from "../store/organizations.ts";

export interface Accepting {
  key: string;
  /** Of the person who accepts, in small letters. */
  email: string;
  /** They were asked, and accept although the invitation went to another address. */
  otherAddress: boolean;
}

/** Why nobody was let in: these are codes of API errors. */
export type NotAccepted = "LINK_NOT_VALID" | "OTHER_ADDRESS" | "ACCOUNT_EXISTS" | "USERS_OVER_PLAN";
export type Acceptance = { organization_id: string } | NotAccepted;

/**
 * `personIn` returns the person who accepts, or null if somebody else has their address. Its second argument says whether
 * the link was mailed to that address: then the mailbox is theirs.
 */
export async function acceptInvitation(
  db: Database,
  { key, email, otherAddress }: Accepting,
  personIn: (tx: Queryable, isTheirMailbox: boolean) => Promise<string | null>,
): Promise<Acceptance> {
  return db.transaction(async (tx) => {
    const found = await findInvitationByKey(tx, key);
    if (!found) return "LINK_NOT_VALID";
    await lockOrganization(tx, found.organization_id);
    const invitation = await findInvitationByKey(tx, key); // as the change before this one has left it
    if (!invitation) return "LINK_NOT_VALID";
    const isInvited = invitation.email === email;
    if (!isInvited && !otherAddress) return "OTHER_ADDRESS";
    const { organization_id, role } = invitation;
    if (await planWithoutRoom(tx, organization_id, { withInvited: false, joining: 1 }))
      return "USERS_OVER_PLAN";
    const user_id = await personIn(tx, isInvited && invitation.is_mailed);
    if (!user_id) return "ACCOUNT_EXISTS";
    await insertMember(tx, { organization_id, user_id, role });
    await deleteInvitation(tx, invitation);
    return { organization_id };
  });
}
