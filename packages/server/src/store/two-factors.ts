/** Our writes to `two_factors`, which are better-auth's. */
import type { Queryable } from "./database.ts";

/** When a person has typed the first code. */
export async function recordConfirmation(db: Queryable, user_id: string): Promise<void> {
  await db.query("update two_factors set confirmed_at = now() where user_id = $1 and verified", [user_id]);
}

export async function removeTwoFactorOf(tx: Queryable, user_id: string): Promise<void> {
  await tx.query("delete from two_factors where user_id = $1", [user_id]);
}
