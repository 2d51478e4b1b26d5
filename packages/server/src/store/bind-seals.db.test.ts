import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { BOUND_COLUMNS, bindSeals } from "./bind-seals.ts";
import type { Database } from "./database.ts";
import { loadMasterKey, readMasterKeyCheck } from "./master-key.ts";
import { SealBroken, type SealedColumn, type SealedRow, createSealer } from "./seal.ts";

const MASTER_KEY = "a master key for tests, long enough to pass";
const sealer = createSealer(MASTER_KEY);
const log = { info: () => {}, error: () => {} };

const opened: FreshDatabase[] = [];
let empty: FreshDatabase;
beforeAll(async () => {
  empty = await fresh();
});
afterAll(() => Promise.all(opened.map(({ drop }) => drop())));

async function fresh(): Promise<FreshDatabase> {
  const database = await freshDatabase();
  opened.push(database);
  return database;
}

/** A value as it was sealed before seals were bound to a place. */
function unbound(plain: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", MASTER_KEY, "", "posthorn/seal/1", 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), text]);
}

/** An installation from before, whose secrets are their own project, column and number. */
async function givenInstallation({ sources = 1 } = {}) {
  const { db } = await fresh();
  await db.query("insert into master_key_check (sealed) values ($1)", [unbound("posthorn")]);
  const projects = [newId(), newId()];
  for (const id of projects) {
    const insert = (into: string, ...values: unknown[]) =>
      db.query(`insert into ${into} values (${values.map((_, at) => `$${at + 1}`).join(", ")})`, values);
    await insert(
      "projects (id, organization_id, name, signing_secret, previous_signing_secret)",
      id,
      newId(),
      "Project",
      unbound(`${id} projects.signing_secret`),
      unbound(`${id} projects.previous_signing_secret`),
    );
    for (let number = 0; number < sources; number++)
      await insert(
        "sources (id, team_id, name, type, config, auth)",
        newId(),
        id,
        `source ${number}`,
        "WEBHOOK",
        "{}",
        unbound(`${id} sources.auth`),
      );
    await insert(
      "destinations (id, team_id, name, type, config, auth)",
      newId(),
      id,
      "destination",
      "HTTP",
      "{}",
      unbound(`${id} destinations.auth`),
    );
    await insert(
      "transformations (id, team_id, name, code, env)",
      newId(),
      id,
      "transformation",
      "",
      unbound(`${id} transformations.env`),
    );
  }
  return { db, projects };
}

type Secret = SealedRow & { sealed: Buffer };

async function secretsIn(db: Database, column: SealedColumn): Promise<Secret[]> {
  const [table = "", name = ""] = column.split(".");
  const project = table === "projects" ? "id" : "team_id";
  const { rows } = await db.query<Secret>(
    `select id, ${project} as team_id, ${name} as sealed from ${table} order by id`,
  );
  return rows;
}

/** The number of rows whose secret opens where it is; all others are counted as broken. */
async function openable(db: Database) {
  const count = { open: 0, broken: 0 };
  for (const column of BOUND_COLUMNS)
    for (const row of await secretsIn(db, column)) {
      const isOpen = openedIn(column, row) === `${row.team_id} ${column}`;
      count[isOpen ? "open" : "broken"]++;
    }
  return count;
}

function openedIn(column: SealedColumn, row: Secret): string | null {
  try {
    return sealer.open(row.sealed, column, row);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

test("every secret of an older installation opens in its own row afterwards, and in no other", async () => {
  const { db } = await givenInstallation();

  expect(await openable(db)).toEqual({ open: 0, broken: 10 });
  await bindSeals({ db, masterKey: MASTER_KEY, log });

  expect(await openable(db)).toEqual({ open: 10, broken: 0 });
  for (const column of BOUND_COLUMNS) {
    const [mine, theirs] = await secretsIn(db, column);
    if (!mine || !theirs) throw new Error("there are two projects");
    expect(openedIn(column, { ...theirs, sealed: mine.sealed })).toBeNull();
  }
  const config = { dataDir: "/nonexistent", masterKey: MASTER_KEY };
  expect(await loadMasterKey({ config, db })).toBe(MASTER_KEY);
});

test("afterwards a seal that is bound to no row stays shut, also after another start", async () => {
  const { db } = await givenInstallation();
  await bindSeals({ db, masterKey: MASTER_KEY, log });

  await db.query("update sources set auth = $1", [unbound("from a backup")]);
  await bindSeals({ db, masterKey: MASTER_KEY, log });

  expect(await openable(db)).toEqual({ open: 8, broken: 2 });
});

test("a start that was interrupted is continued by the next", async () => {
  const { db } = await givenInstallation({ sources: 120 });
  let steps = 0;
  const dying: Database = {
    ...db,
    transaction: (work) => (++steps > 6 ? Promise.reject(new Error("killed")) : db.transaction(work)),
  };

  await expect(bindSeals({ db: dying, masterKey: MASTER_KEY, log })).rejects.toThrow("killed");
  const between = await openable(db);
  await bindSeals({ db, masterKey: MASTER_KEY, log });

  expect(between).toEqual({ open: 204, broken: 44 });
  expect(await openable(db)).toEqual({ open: 248, broken: 0 });
});

test("processes that start together bind everything once, and a broken secret stops none of them", async () => {
  const { db, projects } = await givenInstallation({ sources: 150 });
  const broken = unbound("broken");
  broken[20] = (broken[20] ?? 0) ^ 1;
  await db.query("update destinations set auth = $2 where team_id = $1", [projects[0], broken]);

  await Promise.all([1, 2, 3].map(() => bindSeals({ db, masterKey: MASTER_KEY, log })));

  expect(await openable(db)).toEqual({ open: 307, broken: 1 });
  expect((await readMasterKeyCheck(db))?.[0]).toBe(2);
});

test("a new installation has nothing to bind", async () => {
  const config = { dataDir: "/nonexistent", masterKey: MASTER_KEY };

  await loadMasterKey({ config, db: empty.db });

  expect((await readMasterKeyCheck(empty.db))?.[0]).toBe(2);
});

/** Bytes that are no secrets of ours: bodies, hashes and keys of comparisons. */
const NOT_SEALED = [
  "api_keys.hash",
  "attempts.response_body",
  "cli_keys.hash",
  "cli_logins.link_hash",
  "cli_logins.poll_hash",
  "directory_tokens.hash",
  "duplicate_keys.key",
  "email_changes.link_hash",
  "erasures.digest",
  "invitations.token_hash",
  "kept_payloads.body",
  "login_failures.account",
  "payloads.body",
  "search_sections.bits",
  "search_sections.ends",
  "sso_attempts.state_hash",
  "team_integrations.token_hash",
];

/** Bound apart from the other columns, and younger than seals without a place. */
const BOUND_ELSEWHERE = [
  "acme_accounts.key",
  "api_keys.sealed",
  "audit_pushes.configs",
  "certificates.key",
  "certificates.order_key",
  "erasures.identifier",
  "integrations.configs",
  "master_key_check.sealed",
  "sso_connections.client_secret",
  "team_integrations.configs",
];

test("every column of bytes is either sealed and bound, or no secret", async () => {
  const { rows } = await empty.db.query<{ name: string }>(
    `select relname || '.' || attname as name from pg_attribute
     join pg_class on pg_class.oid = attrelid
     where atttypid = 'bytea'::regtype and relkind in ('r', 'p') and not relispartition
       and relnamespace = 'public'::regnamespace and not attisdropped`,
  );

  const sealed = [...BOUND_COLUMNS, ...BOUND_ELSEWHERE];
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...NOT_SEALED, ...sealed].toSorted());
});
