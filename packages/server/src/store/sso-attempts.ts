/**
 * Every write to `sso_attempts`: sign-ons at an identity provider that have begun, in the order of an attempt's life.
 *
 * The database knows the state by its hash alone. So nobody can finish a sign-on with what is stored here.
 */
import { createHash } from "node:crypto";
import type { Queryable } from "./database.ts";

/** Long enough for a password, a second factor and a consent at the provider. */
export const SSO_ATTEMPT_SECONDS = 10 * 60;

export interface SsoAttempt {
  organization_id: string;
  /** The owner who tests the connection; null for a sign-in. */
  tester_id: string | null;
}

function hashOf(state: string): Buffer {
  return createHash("sha256").update(state).digest();
}

/** Forgets those that have expired, which nobody can finish. */
export async function insertSsoAttempt(
  db: Queryable,
  state: string,
  { organization_id, tester_id }: SsoAttempt,
): Promise<void> {
  await db.query("delete from sso_attempts where expires_at < now()");
  await db.query(
    `insert into sso_attempts (state_hash, organization_id, tester_id, expires_at)
     values ($1, $2, $3, now() + $4 * interval '1 second')`,
    [hashOf(state), organization_id, tester_id, SSO_ATTEMPT_SECONDS],
  );
}

/** What began with other settings proves nothing about the present ones. */
export async function forgetSsoAttemptsOf(tx: Queryable, organization_id: string): Promise<void> {
  await tx.query("delete from sso_attempts where organization_id = $1", [organization_id]);
}

/** Only once. Null: it was finished already, has expired, or never began. */
export async function takeSsoAttempt(db: Queryable, state: string): Promise<SsoAttempt | null> {
  const { rows } = await db.query<SsoAttempt & { is_open: boolean }>(
    `delete from sso_attempts where state_hash = $1
     returning organization_id, tester_id, expires_at > now() as is_open`,
    [hashOf(state)],
  );
  const [taken] = rows;
  return taken?.is_open ? { organization_id: taken.organization_id, tester_id: taken.tester_id } : null;
}
