/**
 * Every write to `projects`.
 *
 * A project is born with a random secret that signs what it delivers; it is sealed before it gets here.
 */
import { randomBytes } from "node:crypto";
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";
import type { Sealer } from "./seal.ts";

export interface NewProject {
  organization_id: string;
  name: string;
  /** What the headers that we add to its deliveries begin with; null: our own prefix. */
  headers_prefix?: string | null | undefined;
}

/** Returns the id of the project. */
export async function createProject(
  db: Queryable,
  sealer: Pick<Sealer, "seal">,
  { organization_id, name, headers_prefix = null }: NewProject,
): Promise<string> {
  const id = newId();
  const signingSecret = randomBytes(32).toString("base64url");
  await db.query(
    "insert into projects (id, organization_id, name, headers_prefix, signing_secret) values ($1, $2, $3, $4, $5)",
    [id, organization_id, name, headers_prefix, sealer.seal(signingSecret)],
  );
  return id;
}

/** What is undefined stays as it is. The database announces it to all who deliver for the project. */
export async function updateProject(
  db: Queryable,
  id: string,
  { name, headers_prefix }: { name?: string | undefined; headers_prefix?: string | null | undefined },
): Promise<void> {
  await db.query(
    `update projects set name = coalesce($2, name),
       headers_prefix = case when $3 then $4 else headers_prefix end, updated_at = now()
     where id = $1`,
    [id, name ?? null, headers_prefix !== undefined, headers_prefix ?? null],
  );
}
