/** Every write of ours to `passkeys`. better-auth adds them, and counts how often each has signed. */
import type { Queryable } from "./database.ts";

/** Named by the id that the browser knows. */
export async function recordPasskeyUse(db: Queryable, credential_id: string): Promise<void> {
  await db.query("update passkeys set last_used_at = now() where credential_id = $1", [credential_id]);
}

/** The address of the person who has it. Null: nobody. */
export async function findEmailOfPasskey(db: Queryable, credential_id: string): Promise<string | null> {
  const { rows } = await db.query<{ email: string }>(
    "select users.email from passkeys join users on users.id = passkeys.user_id where credential_id = $1",
    [credential_id],
  );
  return rows[0]?.email ?? null;
}

export async function removePasskeysOf(tx: Queryable, user_id: string): Promise<void> {
  await tx.query("delete from passkeys where user_id = $1", [user_id]);
}

export interface OwnPasskey {
  id: string;
  user_id: string;
}

/** Returns false when the person has no such passkey. */
export async function renamePasskey(
  db: Queryable,
  { id, user_id }: OwnPasskey,
  name: string,
): Promise<boolean> {
  const { rowCount } = await db.query("update passkeys set name = $3 where id = $1 and user_id = $2", [
    id,
    user_id,
    name,
  ]);
  return rowCount > 0;
}

/** Returns its name, or null when the person has no such passkey. */
export async function removePasskey(db: Queryable, { id, user_id }: OwnPasskey): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(
    "delete from passkeys where id = $1 and user_id = $2 returning name",
    [id, user_id],
  );
  return rows[0]?.name ?? null;
}
