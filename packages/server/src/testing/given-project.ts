/**
 * How does a conformance test get a project that nobody else touches?
 *
 * Test files share one running product and run side by side, so each has a project and a key of its own:
 * what it counts, lists or retries in bulk is its own. The project is written into the product's database;
 * everything after that goes through the product's ports.
 */
import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { issueApiKey } from "../store/api-keys.ts";
import { openDatabase } from "../store/database.ts";
import { createProject } from "../store/projects.ts";
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
  /** Known to the test instead of random. */
  signing_secret?: string;
  /** The secret before, while a roll is open. */
  previous?: { secret: string; untilMs: number };
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
    await db.query(
      `update projects set signing_secret = coalesce($2, signing_secret), previous_signing_secret = $3,
         previous_signing_secret_until = $4 where id = $1`,
      [
        id,
        signing_secret === undefined ? null : seal(signing_secret),
        previous ? seal(previous.secret) : null,
        previous ? new Date(previous.untilMs) : null,
      ],
    );
    const { key } = await issueApiKey(db, { team_id: id, name, expires_at: null });
    return { id, key, publicUrl: inject("publicUrl"), ingestUrl: inject("ingestUrl") };
  } finally {
    await db.close();
  }
}
