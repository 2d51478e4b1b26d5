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
}

/** Returns the id of the project. */
export async function createProject(
  db: Queryable,
  sealer: Pick<Sealer, "seal">,
  { organization_id, name }: NewProject,
): Promise<string> {
  const id = newId();
  const signingSecret = randomBytes(32).toString("base64url");
  await db.query("insert into projects (id, organization_id, name, signing_secret) values ($1, $2, $3, $4)", [
    id,
    organization_id,
    name,
    sealer.seal(signingSecret),
  ]);
  return id;
}
