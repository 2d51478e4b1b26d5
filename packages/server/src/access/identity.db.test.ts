import { getMigrations } from "better-auth/db/migration";
import { expect, test } from "vitest";
import { createLog } from "../log.ts";
import { openIdentityPool } from "../store/identity-pool.ts";
import { emptyDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { loadIdentity } from "./identity.ts";
import { COSTLY_PASSWORDS } from "./passwords.ts";

/** What better-auth would still have to create in this database. */
async function missingIn(databaseUrl: string): Promise<string[]> {
  const pool = openIdentityPool(databaseUrl, () => {});
  const { options } = await loadIdentity({
    publicUrl: "http://127.0.0.1:4400",
    pool,
    secret: "signs nothing in this test, but must be long",
    log: createLog(() => {}),
    passwords: COSTLY_PASSWORDS,
    sendResetLink: () => {},
    onPasswordReset: async () => {},
  });
  const { toBeCreated, toBeAdded } = await getMigrations(options);
  await pool.end();
  return [...toBeCreated, ...toBeAdded].map(({ table }) => table).toSorted();
}

test("our migrations have every table and column that better-auth needs", async () => {
  const { url } = await freshDatabase();

  expect(await missingIn(url)).toEqual([]);
});

test("a missing table would be noticed", async () => {
  const { url } = await emptyDatabase();

  expect(await missingIn(url)).toEqual([
    "accounts",
    "passkeys",
    "sessions",
    "two_factors",
    "users",
    "verifications",
  ]);
});
