/**
 * Who is a member, and with which role, after a change of the directory or of what its groups mean?
 *
 * Every such change ends here, in its own transaction and under the lock of the organization: the people whose role is not
 * what the directory says join, leave, or get another role. So the order in which a directory sends people and groups does
 * not matter. The owner is never touched. Somebody joins only while the domain of their address is proven for the
 * organization: its directory has no say about other people's accounts.
 */
import type { Plan } from "@posthorn/contract/plans";
import { domainOfAddress } from "@posthorn/contract/hostnames";
import { can, RIGHTS } from "@posthorn/contract/roles";
import { planWithoutRoom } from "../plans/seats.ts";
import { revokeCliKeysIn } from "../store/cli-keys.ts";
import type { Queryable } from "../store/database.ts";
import {
  bindAccount,
  deleteDirectoryPerson,
  type DirectoryPerson,
  type DirectoryPersonRow,
  type DuePerson,
  readDuePeople,
} from "../store/directory-people.ts";
import { revokeInvitationsBy } from "../store/invitations.ts";
import { deleteMember, findMembership, insertMember, setMemberRole } from "../store/members.ts";
import { findKnownPerson, findPersonByEmail, insertPerson, lockPersonWithEmail } from "../store/people.ts";
import { endSessionsOf } from "../store/sessions.ts";
import { findProvenSsoDomain } from "../store/sso-domains.ts";
import { deleteUserOfNoOrganization, markEmailVerified, moveToEmail } from "../store/users.ts";
import { nameIn, nameMistake } from "./auth-input.ts";
import { endCredentials } from "./end-credentials.ts";

/** Whether an organization may speak for the accounts with this address. */
export async function isProvenFor(tx: Queryable, organization_id: string, email: string): Promise<boolean> {
  const proven = await findProvenSsoDomain(tx, domainOfAddress(email));
  return proven?.organization_id === organization_id;
}

/**
 * `ids`: only these people of the directory; null: all. Returns the plan that has no room for all of them; then the caller
 * must give up its transaction.
 */
export async function followDirectory(
  tx: Queryable,
  organization_id: string,
  ids: readonly string[] | null,
): Promise<Plan | null> {
  for (const person of await readDuePeople(tx, organization_id, ids)) {
    if (person.wanted === null) {
      if (person.user_id !== null) await dismiss(tx, organization_id, person.user_id);
      continue;
    }
    const plan = await admit(tx, organization_id, person, person.wanted);
    if (plan) return plan;
  }
  return null;
}

/** The account with this address, if there is one: so a directory also finds those who are members already. */
export async function bindPresentAccount(
  tx: Queryable,
  organization_id: string,
  { id, email }: Pick<DirectoryPersonRow, "id" | "email">,
): Promise<void> {
  const user_id = await findPersonByEmail(tx, email);
  if (user_id !== null) await bindAccount(tx, { organization_id, id }, { user_id, has_made_account: false });
}

/**
 * The directory has another address for a person. Their account moves along if it had the earlier one; not the owner's, who
 * may need it to get in, and not if somebody else has the address.
 */
export async function moveAccount(
  tx: Queryable,
  organization_id: string,
  before: Pick<DirectoryPersonRow, "id" | "user_id" | "email" | "has_made_account">,
  email: string,
): Promise<"moved" | "taken"> {
  const account = before.user_id === null ? null : await findKnownPerson(tx, before.user_id);
  const present = await lockPersonWithEmail(tx, email);
  const isOurs = account?.email === before.email && (await isProvenFor(tx, organization_id, before.email));
  if (account === null || !isOurs) {
    await bindPresentAccount(tx, organization_id, { id: before.id, email });
    return "moved";
  }
  if (present !== null) return present.id === account.id ? "moved" : "taken";
  const membership = await findMembership(tx, { organization_id, user_id: account.id });
  if (membership ? membership.role !== "owner" : before.has_made_account)
    await moveToEmail(tx, account.id, email);
  return "moved";
}

/** The person is gone from the directory: so are their membership and, if nobody else needs it, the account that it has made. */
export async function forgetPerson(
  tx: Queryable,
  organization_id: string,
  { id, user_id, has_made_account }: Pick<DirectoryPersonRow, "id" | "user_id" | "has_made_account">,
): Promise<void> {
  if (user_id !== null) await dismiss(tx, organization_id, user_id);
  await deleteDirectoryPerson(tx, { organization_id, id });
  if (user_id !== null && has_made_account) await deleteUserOfNoOrganization(tx, user_id);
}

/** Also ends what the person is signed in with: their sessions, and the keys of their CLIs here. */
async function dismiss(tx: Queryable, organization_id: string, user_id: string): Promise<void> {
  const member = await findMembership(tx, { organization_id, user_id });
  if (!member || member.role === "owner") return;
  await revokeInvitationsBy(tx, { organization_id, inviter_id: user_id });
  await revokeCliKeysIn(tx, { organization_id, user_id });
  await deleteMember(tx, { organization_id, id: member.id });
  await endSessionsOf(tx, user_id);
}

async function admit(
  tx: Queryable,
  organization_id: string,
  person: DuePerson,
  role: NonNullable<DuePerson["wanted"]>,
): Promise<Plan | null> {
  if (person.role !== null && person.user_id !== null) {
    await changeRole(tx, organization_id, person.user_id, role);
    return null;
  }
  if (!(await isProvenFor(tx, organization_id, person.email))) return null;
  const present = await lockPersonWithEmail(tx, person.email);
  const membership = present && (await findMembership(tx, { organization_id, user_id: present.id }));
  if (!membership) {
    const plan = await planWithoutRoom(tx, organization_id, { withInvited: false, joining: 1 });
    if (plan) return plan;
  }
  const user_id = present?.id ?? (await makeAccount(tx, person));
  const has_made_account = present === null || (person.has_made_account && person.user_id === user_id);
  await bindAccount(tx, { organization_id, id: person.id }, { user_id, has_made_account });
  if (present && !present.email_verified && !membership) {
    await endCredentials(tx, user_id);
    await markEmailVerified(tx, user_id);
  }
  if (membership) await changeRole(tx, organization_id, user_id, role);
  else await insertMember(tx, { organization_id, user_id, role });
  return null;
}

async function changeRole(
  tx: Queryable,
  organization_id: string,
  user_id: string,
  role: NonNullable<DuePerson["wanted"]>,
): Promise<void> {
  const member = await findMembership(tx, { organization_id, user_id });
  if (!member || member.role === "owner" || member.role === role) return;
  await setMemberRole(tx, { organization_id, id: member.id }, role);
  if (!can(role, RIGHTS.manageMembers.role))
    await revokeInvitationsBy(tx, { organization_id, inviter_id: user_id });
}

async function makeAccount(tx: Queryable, person: DirectoryPersonRow): Promise<string> {
  const id = await insertPerson(tx, {
    name: accountName(person),
    email: person.email,
    email_verified: true,
    password_hash: null,
  });
  // Somebody has signed up with the address since the look above. The directory calls again.
  if (id === null) throw new Error("Somebody else took this address at the same moment");
  return id;
}

function accountName({
  display_name,
  given_name,
  family_name,
  email,
}: Pick<DirectoryPerson, "display_name" | "family_name" | "given_name"> & { email: string }): string {
  const whole = [given_name, family_name].filter((part) => part !== null && part !== "").join(" ");
  const name = display_name?.trim() || whole.trim();
  return name !== "" && nameMistake("name", name) === null ? name : nameIn(email);
}
