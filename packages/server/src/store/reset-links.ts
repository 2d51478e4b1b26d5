/** Every write of ours to `verifications`: better-auth creates and consumes the tokens, we delete older ones. */
import type { Queryable } from "./database.ts";

/** A newer link replaces all earlier ones; only the last one sent may work. */
export async function voidResetLinks(db: Queryable, email: string): Promise<void> {
  await db.query(
    "delete from verifications using users where value = users.id::text and users.email = lower($1)",
    [email],
  );
}
