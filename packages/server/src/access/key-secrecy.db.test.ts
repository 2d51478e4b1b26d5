/**
 * Can the duration of a check reveal anything about the right key?
 *
 * By design it cannot: memory and database both find a key by its hash, so what is compared is unrelated
 * to how much of a guess is right. These tests verify that design.
 */
import { expect, test } from "vitest";
import { hashOfKey, issueApiKey } from "../store/api-keys.ts";
import { issueCliKey } from "../store/cli-keys.ts";
import type { Queryable } from "../store/database.ts";
import { createProject } from "../store/new-project.ts";
import { createSealer } from "../store/seal.ts";
import { recogniseCliClient } from "../store/cli-clients.ts";
import { newId } from "../ids.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { MASTER_KEY } from "../testing/given-access.ts";
import { createApiKeyCheck } from "./api-key-check.ts";
import { createAuthenticate } from "./authenticate.ts";

async function givenKeys() {
  const database = await freshDatabase();
  const { db } = database;
  const organization = { organization_id: newId(), name: "Project" };
  const team_id = await createProject(db, createSealer(MASTER_KEY), organization);
  const apiKey = await issueApiKey(db, { team_id, name: "test", expires_at: null });
  const cli_id = await recogniseCliClient(db, { team_id, device_name: "laptop", user_id: null });
  const cliKey = await issueCliKey(db, { user_id: null, api_key_id: apiKey.id, team_id, cli_id });
  return { ...database, keys: [apiKey.key, cliKey] };
}

/** The right key, and guesses that are right up to the last letter, the one before, and so on. */
function guesses(key: string): string[] {
  const changed = [key.length - 1, key.length - 2, 10, 4].map(
    (at) => `${key.slice(0, at)}!${key.slice(at + 1)}`,
  );
  return [key, ...changed, `${key}x`, key.slice(0, -1)];
}

test("the database is asked for hashes, and never for a key or a part of one", async () => {
  const { db, keys, drop } = await givenKeys();
  const asked: unknown[] = [];
  const watched: Queryable = {
    query: async (text, values = []) => {
      asked.push(text, ...values);
      return db.query(text, values);
    },
  };
  const authenticate = createAuthenticate({
    db: watched,
    checkApiKey: createApiKeyCheck(watched),
    sessionTokenIn: () => null,
  });

  for (const key of keys) {
    for (const guess of guesses(key)) {
      const caller = await authenticate({ authorization: `Bearer ${guess}` });
      expect([guess, caller !== null]).toEqual([guess, guess === key]);
    }
  }
  await drop();

  const hashes = asked.filter((value) => Buffer.isBuffer(value)).map((hash) => hash.toString("hex"));
  const expected = keys.flatMap(guesses).map((guess) => hashOfKey(guess).toString("hex"));
  expect(new Set(hashes)).toEqual(new Set(expected));
  const texts = asked.filter((value) => typeof value === "string");
  for (const key of keys) expect(texts.filter((text) => text.includes(key.slice(4, 12)))).toEqual([]);
});

test("a guess that is nearly right has a hash that is not", () => {
  const key = `phk_${"k".repeat(32)}`;
  const right = hashOfKey(key);

  for (const guess of guesses(key).slice(1)) {
    const hash = hashOfKey(guess);
    const same = hash.filter((byte, at) => byte === right[at]).length;
    expect(same).toBeLessThan(6); // of 32; one in 256 is chance
  }
});

test("no table holds a key", async () => {
  const { db, keys, drop } = await givenKeys();
  const { rows: tables } = await db.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );

  for (const { name } of tables) {
    const { rows } = await db.query<{ text: string }>(`select row::text as text from ${name} as row`);
    for (const key of keys) {
      const hex = Buffer.from(key).toString("hex");
      expect([name, rows.some(({ text }) => text.includes(key) || text.includes(hex))]).toEqual([
        name,
        false,
      ]);
    }
  }
  expect(tables.length).toBeGreaterThan(20);
  await drop();
});
