/**
 * Which account does somebody get who comes from an organization's identity provider, and do they belong to it then?
 *
 * One transaction decides, under the lock of the organization. The provider's name for the person (`sub`) decides first,
 * because an address may go to somebody else one day. Who comes for the first time is known by the address: at a domain that
 * the organization has proven, the provider's word for it counts. They become a member with the role of their invitation or
 * the default one, unless the organization's directory decides who is a member: then nobody joins by signing in.
 *
 * Anybody may have made an account with an address that nobody has confirmed. So what opens such an account ends when its
 * person comes: otherwise somebody else would share it. The owner's stays: they have set this up.
 */
import { domainOfAddress } from "@posthorn/contract/hostnames";
import { planWithoutRoom } from "../plans/seats.ts";
import type { Database, Queryable } from "../store/database.ts";
import { findDirectory } from "../store/directories.ts";
import { takeInvitationTo } from "../store/invitations.ts";
import { findMembership, insertMember } from "../store/members.ts";
import { lockOrganization } from "../store/organizations.ts";
import { findKnownPerson, insertPerson, type KnownPerson, lockPersonWithEmail } from "../store/people.ts";
import { findSsoConnection } from "../store/sso-connections.ts";
import { findProvenSsoDomain } from "../store/sso-domains.ts";
import { findSsoIdentity, hasSsoIdentity, insertSsoIdentity } from "../store/sso-identities.ts";
import { markEmailVerified } from "../store/users.ts";
import { emailMistake, nameIn, nameMistake } from "./auth-input.ts";
import { endCredentials } from "./end-credentials.ts";
import type { SsoPerson } from "./sso-provider.ts";

/** Why nobody was let in: these are codes of API errors. */
export type NotAdmitted =
  | "SSO_NOT_SET_UP"
  | "SSO_EMAIL_NOT_VERIFIED"
  | "SSO_DOMAIN_NOT_PROVEN"
  | "SSO_OTHER_IDENTITY"
  | "NOT_IN_DIRECTORY"
  | "USERS_OVER_PLAN";
export type SsoAdmission = { person: Pick<KnownPerson, "id" | "email">; has_joined: boolean } | NotAdmitted;

export async function admitSsoPerson(
  db: Database,
  { organization_id, issuer }: { organization_id: string; issuer: string },
  { subject, verified_email: email, name }: SsoPerson,
): Promise<SsoAdmission> {
  if (email === null || emailMistake(email) !== null) return "SSO_EMAIL_NOT_VERIFIED";
  return db.transaction(async (tx) => {
    await lockOrganization(tx, organization_id);
    const connection = await findSsoConnection(tx, organization_id);
    // Turned off, removed, or set up anew while the person was at the provider.
    if (!connection || connection.mode === "off" || connection.issuer !== issuer) return "SSO_NOT_SET_UP";
    const proven = await findProvenSsoDomain(tx, domainOfAddress(email));
    if (proven?.organization_id !== organization_id) return "SSO_DOMAIN_NOT_PROVEN";

    const known = await findSsoIdentity(tx, { organization_id, subject });
    // An identity ends with its membership, so who has one is a member.
    const knownPerson = known === null ? null : await findKnownPerson(tx, known);
    if (knownPerson) return { person: knownPerson, has_joined: false };

    const present = await lockPersonWithEmail(tx, email);
    if (present && (await hasSsoIdentity(tx, { organization_id, user_id: present.id })))
      return "SSO_OTHER_IDENTITY";
    const membership = present && (await findMembership(tx, { organization_id, user_id: present.id }));
    // Otherwise somebody whom the directory has removed would come back.
    if (!membership && (await findDirectory(tx, organization_id))) return "NOT_IN_DIRECTORY";
    if (!membership && (await planWithoutRoom(tx, organization_id, { withInvited: false, joining: 1 })))
      return "USERS_OVER_PLAN";

    const id = present?.id ?? (await insertSsoPerson(tx, email, name));
    if (present && !present.email_verified) {
      if (membership?.role !== "owner") await endCredentials(tx, present.id);
      await markEmailVerified(tx, present.id);
    }
    if (!membership) {
      const invited = await takeInvitationTo(tx, { organization_id, email });
      await insertMember(tx, { organization_id, user_id: id, role: invited ?? connection.default_role });
    }
    await insertSsoIdentity(tx, { organization_id, subject, user_id: id });
    return { person: { id, email }, has_joined: !membership };
  });
}

async function insertSsoPerson(tx: Queryable, email: string, name: string | null): Promise<string> {
  const id = await insertPerson(tx, {
    name: name !== null && nameMistake("name", name) === null ? name : nameIn(email),
    email,
    email_verified: true,
    password_hash: null,
  });
  // Somebody has signed up with the address since the look above. The next try finds them.
  if (id === null) throw new Error("Somebody else took this address at the same moment");
  return id;
}
