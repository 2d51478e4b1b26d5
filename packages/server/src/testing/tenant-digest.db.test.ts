/** Does a digest of a tenant see every way in which a row of it can change, and stay while none does? */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProject } from "../store/new-project.ts";
import { createSealer } from "../store/seal.ts";
import { freshDatabase, type FreshDatabase } from "./fresh-database.ts";
import { MASTER_KEY } from "./given-access.ts";
import { givenTenant, type Tenant } from "./given-tenant.ts";
import { createTenantDigest, type TenantDigest } from "./tenant-digest.ts";

let database: FreshDatabase;
let one: Tenant;
let other: Tenant;
let digest: TenantDigest;
beforeAll(async () => {
  database = await freshDatabase();
  one = await newTenant("one");
  other = await newTenant("other");
  digest = await createTenantDigest(database.db);
});
afterAll(() => database.drop());

async function newTenant(slug: string): Promise<Tenant> {
  const { rows } = await database.db.query<{ id: string }>(
    "insert into organizations (id, name, slug) values (gen_random_uuid(), $1, $1) returning id",
    [slug],
  );
  const project = { organization_id: rows[0]?.id ?? "", name: "Project" };
  return givenTenant(database.db, await createProject(database.db, createSealer(MASTER_KEY), project));
}

const digests = () => Promise.all([digest.of(one.team_id), digest.of(other.team_id)]);
/** The partition of this table that has a row of the first tenant. */
async function partitionOf(table: string): Promise<string> {
  const { rows } = await database.db.query<{ name: string }>(
    `select tableoid::regclass::text as name from ${table} where team_id = $1 limit 1`,
    [one.team_id],
  );
  return rows[0]?.name ?? "";
}

/** Each is a statement that changes rows of the first tenant. */
const CHANGES: Readonly<Record<string, (team_id: string) => string | Promise<string>>> = {
  "an update": (id) => `update sources set description = 'changed' where team_id = '${id}'`,
  "an insert": (id) =>
    `insert into saved_views (id, team_id, resource, name, filters, is_cli, updated_at)
     values (gen_random_uuid(), '${id}', 'events', 'another', '{}', false, now())`,
  "a delete": (id) => `delete from markers where team_id = '${id}'`,
  "an update of what others belong to": (id) => `update projects set name = 'changed' where id = '${id}'`,
  "a row of a person of its organization": (id) =>
    `update users set name = 'changed' where id in (
       select user_id from members join projects using (organization_id) where projects.id = '${id}')`,
  "a write by the name of a partition": async (id) =>
    `delete from ${await partitionOf("ignored_events")} where team_id = '${id}'`,
};

test.each(Object.entries(CHANGES))("%s is seen, and only by its own tenant", async (_name, statementFor) => {
  const [before, ofOther] = await digests();
  expect(await digests()).toEqual([before, ofOther]);

  const { rowCount } = await database.db.query(await statementFor(one.team_id));

  expect(rowCount).toBeGreaterThan(0);
  const [after, stillOfOther] = await digests();
  expect(after).not.toBe(before);
  expect(stillOfOther).toBe(ofOther);
});

test.each(["truncate saved_views", "drop table"])("%s is seen", async (statement) => {
  const [before] = await digests();

  await database.db.query(
    statement === "drop table" ? `drop table ${await partitionOf("requests")}` : statement,
  );

  expect((await digests())[0]).not.toBe(before);
});

test("what was rolled back is no change, and neither is the use of a key", async () => {
  const before = await digests();

  await database.db
    .transaction(async (tx) => {
      await tx.query("update sources set description = 'rolled back'");
      throw new Error("back");
    })
    .catch(() => undefined);
  await database.db.query("update api_keys set last_used_at = now()");

  expect(await digests()).toEqual(before);
});

test("what came back is what it was", async () => {
  const before = await digests();
  await database.db.query("update destinations set name = name || 'x'");
  expect(await digests()).not.toEqual(before);

  await database.db.query("update destinations set name = left(name, -1)");

  expect(await digests()).toEqual(before);
});
