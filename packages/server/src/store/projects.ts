/**
 * Every write to `projects`, in the order of a project's life, and what others read of them.
 *
 * A project is born with a random secret that signs what it delivers; it is sealed before it gets here. A
 * deleted one keeps its row until all it had is removed (project-removal.ts). Nobody else writes `from projects`,
 * and `npm run check` sees to it: whoever reads says whether deleted ones count.
 */
import { randomBytes } from "node:crypto";
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";
import type { Sealer } from "./seal.ts";

/** To stand where a table stands: `from ${LIVE_PROJECTS}`. What nearly everybody means by projects. */
export const LIVE_PROJECTS = "(select * from projects where deleted_at is null) as projects";
/** The deleted ones too. */
export const ALL_PROJECTS = "projects";

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
  await db.query(
    "insert into projects (id, organization_id, name, headers_prefix, signing_secret) values ($1, $2, $3, $4, $5)",
    [id, organization_id, name, headers_prefix, sealer.seal(newSigningSecret())],
  );
  return id;
}

function newSigningSecret(): string {
  return randomBytes(32).toString("base64url");
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
     where id = $1 and deleted_at is null`,
    [id, name ?? null, headers_prefix !== undefined, headers_prefix ?? null],
  );
}

/** The ids of an organization's projects. Until the transaction ends nobody else deletes one of them. */
export async function lockProjectsOf(tx: Queryable, organization_id: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    "select id from projects where organization_id = $1 and deleted_at is null order by id for no key update",
    [organization_id],
  );
  return rows.map((row) => row.id);
}

/** Its secrets end here: what is left to sign with is known to nobody. */
export async function markProjectDeleted(
  tx: Queryable,
  sealer: Pick<Sealer, "seal">,
  id: string,
): Promise<void> {
  await tx.query(
    `update projects
     set deleted_at = now(), updated_at = now(), signing_secret = $2, previous_signing_secret = null,
       previous_signing_secret_until = null
     where id = $1 and deleted_at is null`,
    [id, sealer.seal(newSigningSecret())],
  );
}

/** The end. The database refuses it while anything is left that points to the project. */
export async function removeProject(db: Queryable, id: string): Promise<void> {
  await db.query("delete from projects where id = $1 and deleted_at is not null", [id]);
}
