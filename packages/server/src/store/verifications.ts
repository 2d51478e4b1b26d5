/**
 * Every write of ours to `verifications`, where better-auth keeps what works once or for a while: reset links, browsers that
 * a person trusts, and sign-ins that wait for their code or passkey. It creates and consumes them; we delete some of them earlier.
 *
 * Names of reset links are hashed. The other two begin with a prefix that identity.ts leaves readable: their cookies carry
 * a signature, so whoever reads the table can do nothing with a name.
 */
import type { Queryable } from "./database.ts";

export const TRUSTED_BROWSER_PREFIX = "trust-device-";
export const CHALLENGE_PREFIX = "2fa-";

/**
 * A newer link replaces all earlier ones; only the last one sent may work. Anybody can ask for a link, so what else the
 * person has here stays.
 */
export async function voidResetLinks(db: Queryable, email: string): Promise<void> {
  await db.query(
    `delete from verifications using users
     where value = users.id::text and users.email = lower($1)
       and not starts_with(identifier, $2) and not starts_with(identifier, $3)`,
    [email, TRUSTED_BROWSER_PREFIX, CHALLENGE_PREFIX],
  );
}

/** The next sign-in asks for a code in every browser. */
export async function forgetTrustedBrowsers(db: Queryable, user_id: string): Promise<void> {
  await db.query("delete from verifications where value = $1 and starts_with(identifier, $2)", [
    user_id,
    TRUSTED_BROWSER_PREFIX,
  ]);
}

/** Whose sign-in waits for a code under this name? Null: no sign-in does. */
export async function findChallengedPerson(db: Queryable, challenge: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select users.id from verifications join users on users.id::text = verifications.value
     where identifier = $1 and starts_with(identifier, $2)`,
    [challenge, CHALLENGE_PREFIX],
  );
  return rows[0]?.id ?? null;
}

/** A sign-in with a passkey that a person gave up leaves a row, and better-auth clears such rows at other calls only. */
export async function forgetExpiredVerifications(db: Queryable): Promise<void> {
  await db.query("delete from verifications where expires_at < now()");
}
