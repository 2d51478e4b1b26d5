import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { freshDatabase, type FreshDatabase } from "../testing/fresh-database.ts";
import {
  findConnectionToUpsert,
  insertConnection,
  lockConnectionsOf,
  markConnectionPaused,
  markConnectionUnpaused,
  markConnectionsDeleted,
  markConnectionsDisabled,
  updateConnection,
} from "./connections.ts";
import {
  insertDestination,
  lockDestination,
  lockDestinationByName,
  markDestinationDeleted,
  markDestinationDisabled,
  readDestinationAuth,
  replaceDestinationAuth,
  updateDestination,
} from "./destinations.ts";
import { createProject } from "./new-project.ts";
import { createSealer } from "./seal.ts";
import {
  insertSource,
  lockSource,
  lockSourceByName,
  markSourceDeleted,
  markSourceDisabled,
  markSourceEnabled,
  updateSource,
} from "./sources.ts";

let given: FreshDatabase;
let team_id: string;
const foreign = newId();
beforeAll(async () => {
  given = await freshDatabase();
});
afterAll(() => given.drop());
beforeEach(async () => {
  const sealer = createSealer("a master key for tests, long enough to pass");
  team_id = await createProject(given.db, sealer, { organization_id: newId(), name: "Engines" });
});

const settings = { type: "WEBHOOK", config: { allowed_http_methods: ["POST"] } } as const;
const givenSource = () =>
  insertSource(given.db, { team_id, id: newId(), name: "s", description: null, auth: null, ...settings });
const endpoint = {
  type: "HTTP" as const,
  config: { url: "https://api.example.com", http_method: null, path_forwarding_disabled: false },
  auth: Buffer.from("sealed"),
};
const newDestination = () => ({ team_id, id: newId(), name: "d", description: null, ...endpoint });
const ids = (row: { id: string } | null) => ({ team_id, id: row?.id ?? "" });

describe("no write reaches another project's rows", () => {
  test("sources", async () => {
    const { id } = ids(await givenSource());
    const key = { team_id: foreign, id };

    await markSourceDisabled(given.db, key);
    await markSourceDeleted(given.db, key);

    expect(await updateSource(given.db, key, { ...settings, name: "stolen" })).toBeNull();
    expect(await lockSource(given.db, key)).toBeNull();
    expect(await lockSource(given.db, { team_id, id })).toMatchObject({
      name: "s",
      disabled_at: null,
      deleted_at: null,
    });
  });

  test("destinations", async () => {
    const { id } = ids(await insertDestination(given.db, newDestination()));
    const key = { team_id: foreign, id };

    await markDestinationDisabled(given.db, key);
    await markDestinationDeleted(given.db, key);

    expect(await updateDestination(given.db, key, { ...endpoint, name: "stolen" })).toBeNull();
    const to = Buffer.from("theirs");
    await replaceDestinationAuth(given.db, key, { from: endpoint.auth, to });
    expect(await readDestinationAuth(given.db, key)).toBeNull();
    expect(await readDestinationAuth(given.db, { team_id, id })).toEqual(endpoint.auth);
    expect(await lockDestination(given.db, key)).toBeNull();
    expect(await lockDestinationByName(given.db, foreign, "d")).toBeNull();
    expect(await lockDestinationByName(given.db, team_id, "d")).toMatchObject({
      name: "d",
      disabled_at: null,
      deleted_at: null,
    });
  });

  test("connections", async () => {
    const { id: source_id } = ids(await givenSource());
    const destination = ids(await insertDestination(given.db, newDestination()));
    const ends = { team_id, source_id, destination_id: destination.id };
    const { id } = ids(
      await insertConnection(given.db, { ...ends, name: "c", description: null, rules: [] }),
    );

    await markConnectionsDisabled(given.db, foreign, [id]);
    await markConnectionsDeleted(given.db, foreign, [id]);

    expect(await markConnectionPaused(given.db, { team_id: foreign, id })).toBe(false);
    expect(await updateConnection(given.db, { team_id: foreign, id }, { name: "stolen" })).toBeNull();
    expect(await lockConnectionsOf(given.db, foreign, { source_id })).toEqual([]);
    expect(await findConnectionToUpsert(given.db, { ...ends, name: "c" })).toMatchObject({
      id,
      paused_at: null,
      disabled_at: null,
    });
  });
});

test("a name is taken until its owner is deleted", async () => {
  const first = await givenSource();

  expect(await givenSource()).toBeNull();
  expect((await lockSourceByName(given.db, team_id, "s"))?.id).toBe(first?.id);
  await markSourceDeleted(given.db, ids(first));
  const second = await givenSource();
  expect(second?.id).not.toBe(first?.id);
  expect(await updateSource(given.db, ids(first), { ...settings, description: "x" })).toBeNull();
});

test("switching twice in one direction keeps the first time", async () => {
  const destination = ids(await insertDestination(given.db, newDestination()));
  const source = ids(await givenSource());
  const disabledAt = async () => (await lockSource(given.db, source))?.disabled_at;

  await markSourceDisabled(given.db, source);
  const first = await disabledAt();
  await markSourceDisabled(given.db, source);
  expect(await disabledAt()).toBe(first);
  await markSourceEnabled(given.db, source);
  expect(await disabledAt()).toBeNull();

  const connection = ids(
    await insertConnection(given.db, {
      team_id,
      source_id: source.id,
      destination_id: destination.id,
      name: null,
      description: null,
      rules: [],
    }),
  );
  expect(await markConnectionPaused(given.db, connection)).toBe(true);
  expect(await markConnectionPaused(given.db, connection)).toBe(false);
  expect(await markConnectionUnpaused(given.db, connection)).toBe(true);
  expect(await markConnectionUnpaused(given.db, connection)).toBe(false);
});
