/**
 * How does a conformance test get a project that no other test touches?
 *
 * Test files share one running product and run side by side, so each has its own project and key: it counts, lists and
 * retries only its own data. The project is written into the product's database; all later calls go through the
 * product's ports.
 */
import { randomUUID } from "node:crypto";
import type { GrantedRole } from "@posthorn/contract/roles";
import { inject } from "vitest";
import { issueApiKey } from "../store/api-keys.ts";
import { openDatabase } from "../store/database.ts";
import { createProject } from "../store/new-project.ts";
import { createSealer } from "../store/seal.ts";
import { MASTER_KEY } from "./given-access.ts";

export interface GivenProject {
  /** Uuid of the project. */
  id: string;
  /** An API key of the project. */
  key: string;
  publicUrl: string;
  ingestUrl: string;
}

interface Settings {
  /** Instead of a random one. */
  signing_secret?: string;
  /** The previous secret, during a roll. */
  previous?: { secret: string; untilMs: number };
}

/** One more API key of the project, with this role. */
export async function givenKey({ id }: Pick<GivenProject, "id">, role: GrantedRole): Promise<string> {
  const db = openDatabase(inject("productDatabaseUrl"));
  try {
    return (await issueApiKey(db, { team_id: id, name: `Key of a ${role}`, expires_at: null, role })).key;
  } finally {
    await db.close();
  }
}

export async function givenProject(settings: Settings = {}): Promise<GivenProject> {
  const db = openDatabase(inject("productDatabaseUrl"));
  const { seal } = createSealer(MASTER_KEY);
  try {
    const name = `Conformance ${randomUUID()}`;
    const { rows } = await db.query<{ id: string }>("select id from organizations");
    const organization_id = rows[0]?.id;
    if (organization_id === undefined) throw new Error("the bootstrap settings make an organization");
    const id = await createProject(db, { seal }, { organization_id, name });
    const { signing_secret, previous } = settings;
    const row = { team_id: id, id };
    await db.query(
      `update projects set signing_secret = coalesce($2, signing_secret), previous_signing_secret = $3,
         previous_signing_secret_until = $4 where id = $1`,
      [
        id,
        signing_secret === undefined ? null : seal(signing_secret, "projects.signing_secret", row),
        previous ? seal(previous.secret, "projects.previous_signing_secret", row) : null,
        previous ? new Date(previous.untilMs) : null,
      ],
    );
    const { key } = await issueApiKey(db, { team_id: id, name, expires_at: null });
    return { id, key, publicUrl: inject("publicUrl"), ingestUrl: inject("ingestUrl") };
  } finally {
    await db.close();
  }
}
