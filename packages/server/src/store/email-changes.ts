/**
 * Every write to `email_changes`, in the order of a change's life: asked, sent again, cancelled or confirmed.
 *
 * Nobody hears here whether another account has the address, because a person could find out so who has an account. The
 * unique index of `users` decides when the new address confirms.
 */
import { randomBytes } from "node:crypto";
import { hashOfKey } from "./api-keys.ts";
import { type Database, isUniqueViolation, type Queryable } from "./database.ts";
import { moveToEmail } from "./users.ts";

const LINK_RANDOM_BYTES = 24;
const LINK_LIFETIME = "24 hours";

/** Returns the secret of the link, which is not stored. A new change replaces the one before it. */
export async function askEmailChange(db: Queryable, user_id: string, new_email: string): Promise<string> {
  const link = newLink();
  await db.query(
    `insert into email_changes (user_id, new_email, link_hash) values ($1, $2, $3)
     on conflict (user_id) do update
     set new_email = excluded.new_email, link_hash = excluded.link_hash, sent_at = now()`,
    [user_id, new_email, hashOfKey(link)],
  );
  return link;
}

export interface RenewedChange {
  new_email: string;
  link: string;
}

/** Only the newest link works. Returns null when no change waits. */
export async function renewEmailChange(db: Queryable, user_id: string): Promise<RenewedChange | null> {
  const link = newLink();
  const { rows } = await db.query<{ new_email: string }>(
    "update email_changes set link_hash = $2, sent_at = now() where user_id = $1 returning new_email",
    [user_id, hashOfKey(link)],
  );
  const [change] = rows;
  return change ? { new_email: change.new_email, link } : null;
}

export async function cancelEmailChange(db: Queryable, user_id: string): Promise<void> {
  await db.query("delete from email_changes where user_id = $1", [user_id]);
}

/** The address that the account has now, or why nothing has changed. */
export type ConfirmedChange = { new_email: string } | "not_valid" | "taken";

/** The link counts only for the person who asked for it. */
export async function confirmEmailChange(
  db: Database,
  user_id: string,
  link: string,
): Promise<ConfirmedChange> {
  try {
    return await db.transaction(async (tx) => {
      const { rows } = await tx.query<{ new_email: string }>(
        `delete from email_changes
         where user_id = $1 and link_hash = $2 and sent_at > now() - $3::interval returning new_email`,
        [user_id, hashOfKey(link), LINK_LIFETIME],
      );
      const [change] = rows;
      if (!change) return "not_valid";
      await moveToEmail(tx, user_id, change.new_email);
      return change;
    });
  } catch (error) {
    if (isUniqueViolation(error)) return "taken"; // the change waits on: the person cancels it or chooses another
    throw error;
  }
}

function newLink(): string {
  return randomBytes(LINK_RANDOM_BYTES).toString("base64url");
}
