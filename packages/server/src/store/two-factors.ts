/** Our only write to `two_factors`, which are better-auth's: when a person has typed the first code. */
import type { Queryable } from "./database.ts";

export async function recordConfirmation(db: Queryable, user_id: string): Promise<void> {
  await db.query("update two_factors set confirmed_at = now() where user_id = $1 and verified", [user_id]);
}
