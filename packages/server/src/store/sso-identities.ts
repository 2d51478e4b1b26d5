/** Every write to `sso_identities`: who a member is at the organization's identity provider. It ends with the membership. */
import type { Queryable } from "./database.ts";

export interface SsoIdentity {
  organization_id: string;
  /** The provider's name for the person, which never goes to somebody else. */
  subject: string;
  user_id: string;
}

export async function insertSsoIdentity(
  tx: Queryable,
  { organization_id, subject, user_id }: SsoIdentity,
): Promise<void> {
  await tx.query("insert into sso_identities (organization_id, subject, user_id) values ($1, $2, $3)", [
    organization_id,
    subject,
    user_id,
  ]);
}

export async function findSsoIdentity(
  db: Queryable,
  { organization_id, subject }: Pick<SsoIdentity, "organization_id" | "subject">,
): Promise<string | null> {
  const { rows } = await db.query<{ user_id: string }>(
    "select user_id from sso_identities where organization_id = $1 and subject = $2",
    [organization_id, subject],
  );
  return rows[0]?.user_id ?? null;
}

/** Whether this member came as somebody of the provider before. */
export async function hasSsoIdentity(
  db: Queryable,
  { organization_id, user_id }: Pick<SsoIdentity, "organization_id" | "user_id">,
): Promise<boolean> {
  const { rows } = await db.query("select from sso_identities where organization_id = $1 and user_id = $2", [
    organization_id,
    user_id,
  ]);
  return rows.length > 0;
}
