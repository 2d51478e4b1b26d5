import { expect, test } from "vitest";
import { catalogOf } from "../testing/catalog.ts";
import { EARLIER_MIGRATIONS, makeEarlier } from "../testing/earlier-database.ts";
import { databaseOfTest } from "../testing/fresh-database.ts";
import { newId } from "../ids.ts";
import { migrate } from "./migrate.ts";

const silent = { info: () => {}, warn: () => {} };

async function namesRun(db: Awaited<ReturnType<typeof databaseOfTest>>["db"]): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>("select name from schema_migrations order by number");
  return rows.map(({ name }) => name);
}

test("the database of the last checkout before the first release becomes one of a release, with its rows", async () => {
  const { url, db } = await databaseOfTest();
  const { rows: before } = await db.query("select number, name, checksum from schema_migrations order by 1");
  const catalog = await catalogOf(db);
  await db.query(
    "insert into projects (id, organization_id, name, signing_secret) values ($1, $1, 'orders', '')",
    [newId()],
  );
  await makeEarlier(db);
  const logged: string[] = [];

  const instances = await Promise.all(
    Array.from({ length: 3 }, () =>
      migrate({ url, log: { info: (event) => logged.push(event), warn: (event) => logged.push(event) } }),
    ),
  );

  expect(instances.flat()).toEqual([]);
  expect(logged).toEqual(["migrations.relabelled"]);
  expect((await db.query("select number, name, checksum from schema_migrations order by 1")).rows).toEqual(
    before,
  );
  expect(await catalogOf(db)).toEqual(catalog);
  expect((await db.query("select name from projects")).rows).toEqual([{ name: "orders" }]);
});

test("one that is not up to date is refused, and nothing of it changes", async () => {
  const { url, db } = await databaseOfTest();
  const applied = EARLIER_MIGRATIONS.slice(0, 57);
  await makeEarlier(db, applied);
  const catalog = await catalogOf(db);

  await expect(migrate({ url, log: silent })).rejects.toThrow("it has run 57 of the 58 migrations");

  expect(await namesRun(db)).toEqual(applied.map(({ name }) => name));
  expect(await catalogOf(db)).toEqual(catalog);
});
