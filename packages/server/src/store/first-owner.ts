/**
 * How does an installation get its first owner?
 *
 * One transaction creates the person with their password and, for the operator's bootstrap variables, an organization, a
 * project and an API key. Either all of it exists or nothing. If two people try at the same moment, one gets null. The
 * installation belongs to the first person from then on, also while they have no organization yet.
 */
import { ensureOwnKey } from "./api-keys.ts";
import type { Database, Queryable } from "./database.ts";
import { createOrganization } from "./organizations.ts";
import { insertPerson, type NewPerson } from "./people.ts";
import type { Sealer } from "./seal.ts";

/** Any number that no other code uses: the ASCII codes of "ownr". */
const FIRST_OWNER_LOCK = 0x6f776e72;

export interface NewOwner extends Omit<NewPerson, "email_verified"> {
  /** Null: the person names their organization later, at `/onboarding`. */
  organization: { name: string; project_name: string; api_key: string | null } | null;
}

export interface FirstOwner {
  user_id: string;
  /** Null if they have none yet. */
  organization_id: string | null;
  project_id: string | null;
}

export async function hasUsers(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ has_users: boolean }>("select exists (select from users) as has_users");
  return rows[0]?.has_users === true;
}

/** Returns null when the installation already has users. */
export async function createFirstOwner(
  db: Database,
  sealer: Pick<Sealer, "seal">,
  { organization, ...person }: NewOwner,
): Promise<FirstOwner | null> {
  return db.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [FIRST_OWNER_LOCK]);
    if (await hasUsers(tx)) return null;

    const user_id = await insertPerson(tx, { ...person, email_verified: false });
    if (!user_id) throw new Error("The first person has no account, but their address has one");
    if (!organization) return { user_id, organization_id: null, project_id: null };
    const { name, project_name, api_key } = organization;
    const created = await createOrganization(tx, sealer, { name, owner_id: user_id, project_name });
    if (api_key) {
      await ensureOwnKey(tx, sealer, { team_id: created.project_id, created_by: null, key: api_key });
    }
    return { user_id, ...created };
  });
}
