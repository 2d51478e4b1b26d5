import { expect, test } from "vitest";
import { databaseOfTest } from "../testing/fresh-database.ts";
import { createFirstOwner } from "./first-owner.ts";
import { createSealer } from "./seal.ts";

const sealer = createSealer("a master key for tests, long enough to pass");
const owner = (name: string) => ({
  name,
  email: `${name}@example.com`,
  password_hash: "not looked at here",
  organization: { name: "Engines", project_name: "Default project", api_key: `key-of-${name}` },
});

test("of ten who come first at the same moment one becomes the owner, and nothing is left of the others", async () => {
  const { db } = await databaseOfTest();
  await Promise.all(Array.from({ length: 10 }, () => db.query("select 1"))); // opens all connections

  const owners = await Promise.all(
    "abcdefghij".split("").map((name) => createFirstOwner(db, sealer, owner(name))),
  );

  expect(owners.filter((created) => created !== null)).toHaveLength(1);
  for (const table of ["users", "accounts", "organizations", "members", "projects", "api_keys"]) {
    expect((await db.query(`select from ${table}`)).rowCount).toBe(1);
  }
});

test("when the last step fails, none of the steps before it has happened", async () => {
  const { db } = await databaseOfTest();
  const broken = { seal: () => Buffer.alloc(0) };
  await db.query("alter table projects add check (length(signing_secret) > 0)");

  await expect(createFirstOwner(db, broken, owner("a"))).rejects.toThrow("check constraint");

  expect((await db.query("select from users")).rowCount).toBe(0);
  expect(await createFirstOwner(db, sealer, owner("a"))).not.toBeNull();
});
