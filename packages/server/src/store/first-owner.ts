/**
 * How does an installation get its first owner?
 *
 * One transaction creates the person, their password, an organization, a project and, when asked for, an
 * API key. Either all of it exists or nothing. If two people try at the same moment, one gets null. This is
 * our own SQL because better-auth would need several transactions.
 */
import { newId } from "../ids.ts";
import { keepApiKey } from "./api-keys.ts";
import type { Database, Queryable } from "./database.ts";
import { createProject } from "./new-project.ts";
import type { Sealer } from "./seal.ts";

/** Any number that no other code uses: the ASCII codes of "ownr". */
const FIRST_OWNER_LOCK = 0x6f776e72;

export interface NewOwner {
  name: string;
  email: string;
  /** In better-auth's format: scrypt with its salt. */
  password_hash: string;
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

    const user_id = newId();
    await tx.query("insert into users (id, name, email, email_verified) values ($1, $2, $3, false)", [
      user_id,
      owner.name,
      owner.email.toLowerCase(),
    ]);
    await tx.query(
      `insert into accounts (id, user_id, account_id, provider_id, password)
       values ($1, $2, $3, 'credential', $4)`,
      [newId(), user_id, user_id, owner.password_hash],
    );
    const organization_id = newId();
    await tx.query("insert into organizations (id, name, slug) values ($1, $2, $3)", [
      organization_id,
      owner.organization_name,
      organization_id, // unique already; no URL of ours contains a slug
    ]);
    await tx.query("insert into members (id, organization_id, user_id, role) values ($1, $2, $3, 'owner')", [
      newId(),
      organization_id,
      user_id,
    ]);
    const project_id = await createProject(tx, sealer, { organization_id, name: owner.project_name });
    if (owner.api_key) {
      await keepApiKey(tx, owner.api_key, { team_id: project_id, name: "Bootstrap", expires_at: null });
    }
    return { user_id, organization_id, project_id };
  });
}
