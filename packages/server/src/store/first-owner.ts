/**
 * How does an installation get its first owner?
 *
 * One transaction creates the person, their password, an organization, a project and, when asked for, an
 * API key. Either all of it exists or nothing. If two people try at the same moment, one gets null.
 */
import { ensureOwnKey } from "./api-keys.ts";
import type { Database, Queryable } from "./database.ts";
import { createOrganization } from "./organizations.ts";
import { insertPerson, type NewPerson } from "./people.ts";
import type { Sealer } from "./seal.ts";

/** Any number that no other code uses: the ASCII codes of "ownr". */
const FIRST_OWNER_LOCK = 0x6f776e72;

export interface NewOwner extends Omit<NewPerson, "email_verified"> {
  organization_name: string;
  project_name: string;
  api_key: string | null;
}

export interface FirstOwner {
  user_id: string;
  organization_id: string;
  project_id: string;
}

export async function hasUsers(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ has_users: boolean }>("select exists (select from users) as has_users");
  return rows[0]?.has_users === true;
}

/** Returns null when the installation already has users. */
export async function createFirstOwner(
  db: Database,
  sealer: Pick<Sealer, "seal">,
  owner: NewOwner,
): Promise<FirstOwner | null> {
  return db.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [FIRST_OWNER_LOCK]);
    if (await hasUsers(tx)) return null;

    const user_id = await insertPerson(tx, { ...owner, email_verified: false });
    if (!user_id) throw new Error("The first person has no account, but their address has one");
    const { organization_id, project_id } = await createOrganization(tx, sealer, {
      name: owner.organization_name,
      owner_id: user_id,
      project_name: owner.project_name,
    });
    if (owner.api_key) {
      await ensureOwnKey(tx, sealer, { team_id: project_id, created_by: null, key: owner.api_key });
    }
    return { user_id, organization_id, project_id };
  });
}
