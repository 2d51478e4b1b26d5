/** Does a change of state answer at once, whatever its events are doing? */
import { publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../ids.ts";
import type { Database } from "../store/database.ts";
import { createProject } from "../store/new-project.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { type ConfiguredConnection, givenConnection, sealer } from "../testing/gateway.ts";
import { givenManyEvents } from "../testing/given-events.ts";
import {
  type Named,
  deleteConnection,
  deleteDestination,
  deleteSource,
  disableConnection,
  disableDestination,
  disableSource,
  pauseConnection,
  resourceNamed,
  unpauseConnection,
} from "./cascades.ts";
import { deleteProject } from "./projects/delete-project.ts";

let database: FreshDatabase;
let db: Database;
beforeAll(async () => {
  database = await freshDatabase();
  ({ db } = database);
});
afterAll(() => database.drop());

const named = (kind: "source" | "destination" | "connection", given: ConfiguredConnection): Named =>
  resourceNamed(kind, given.project, publicId(kind, given[kind]));

const CHANGES: Record<string, (given: ConfiguredConnection) => Promise<void>> = {
  "an unpause": async (given) => {
    await db.query("update connections set paused_at = now() where id = $1", [given.connection]);
    await unpauseConnection(db, named("connection", given));
  },
  "a pause": (given) => pauseConnection(db, named("connection", given)),
  "a disable": (given) => disableConnection(db, named("connection", given)),
  "a delete": (given) => deleteConnection(db, named("connection", given)),
  "a disable of its source": (given) => disableSource(db, named("source", given)),
  "a delete of its source": (given) => deleteSource(db, named("source", given)),
  "a disable of its destination": (given) => disableDestination(db, named("destination", given)),
  "a delete of its destination": (given) => deleteDestination(db, named("destination", given)),
  "a delete of its project": async ({ project }) => {
    const { rows } = await db.query<{ organization_id: string }>(
      "select organization_id from projects where id = $1",
      [project],
    );
    const organization_id = rows[0]?.organization_id ?? "";
    await createProject(db, sealer, { organization_id, name: `Another ${newId()}` }); // the last one stays
    await deleteProject(db, sealer, { id: project, organization_id });
  },
};

test.each(Object.keys(CHANGES))("%s answers while somebody else holds locks on its events", async (what) => {
  const given = await givenConnection(db, { url: "http://127.0.0.1:9" });
  await givenManyEvents(db, given, 3, "HOLD");
  await givenManyEvents(db, given, 3, "QUEUED");
  await db.query("update events set next_attempt_at = now() where team_id = $1 and status = 'QUEUED'", [
    given.project,
  ]);

  await db.transaction(async (tx) => {
    await tx.query("select from events where team_id = $1 for update", [given.project]);
    await CHANGES[what]?.(given); // if it needed the locked rows, it would wait until the lock's deadline and fail
  });

  const { rows } = await db.query<{ stands: boolean }>(
    `select state_number > followed_number as stands from connections where id = $1`,
    [given.connection],
  );
  expect(rows).toEqual([{ stands: true }]);
});
