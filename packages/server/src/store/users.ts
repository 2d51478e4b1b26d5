/**
 * How does a person get another name or address, and leave?
 *
 * first-owner.ts creates users. What belongs to a person goes
 * with them: sessions, password, second factor, memberships and CLI keys. What they did in a project stays in its history.
 */
import type { Database, Queryable } from "./database.ts";
import { deleteMembershipsOf, lockOwnedOrganizations, MEMBERSHIPS } from "./members.ts";

export async function renameUser(db: Queryable, user_id: string, name: string): Promise<void> {
  await db.query("update users set name = $2, updated_at = now() where id = $1", [user_id, name]);
}

/** The unique index reports an address that another account has: see `isUniqueViolation`. */
export async function moveToEmail(tx: Queryable, user_id: string, email: string): Promise<void> {
  await tx.query("update users set email = $2, email_verified = true, updated_at = now() where id = $1", [
    user_id,
    email,
  ]);
}

/** Somebody whom we trust has shown that the mailbox is theirs. */
export async function markEmailVerified(tx: Queryable, user_id: string): Promise<void> {
  await tx.query("update users set email_verified = true, updated_at = now() where id = $1", [user_id]);
}

/** After the second factor itself is gone: two-factors.ts. */
export async function turnTwoFactorOff(tx: Queryable, user_id: string): Promise<void> {
  await tx.query("update users set two_factor_enabled = false, updated_at = now() where id = $1", [user_id]);
}

/**
 * Returns false for an owner, who stays: nobody could manage the organization without them. The lock keeps a hand-over
 * that runs at the same moment from making an owner of a person who leaves.
 */
export async function deleteUser(db: Database, user_id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const owned = await lockOwnedOrganizations(tx, user_id);
    if (owned > 0) return false;
    await deleteMembershipsOf(tx, user_id); // while the audit log can still name the person
    await tx.query("delete from users where id = $1", [user_id]);
    return true;
  });
}

/** For an account that a directory has made. Whoever belongs to an organization keeps it. */
export async function deleteUserOfNoOrganization(tx: Queryable, user_id: string): Promise<void> {
  await tx.query(
    `delete from users where id = $1 and not exists (select from ${MEMBERSHIPS} where members.user_id = users.id)`,
    [user_id],
  );
}
