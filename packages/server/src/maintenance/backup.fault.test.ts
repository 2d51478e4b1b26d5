/**
 * A backup that is taken under load, while deliveries are on the wire, is a whole Posthorn on another machine: nothing
 * acknowledged before it is lost, what waited is delivered, and secrets open.
 *
 * Destinations stop answering before the backup begins. So the backup has events in all states: ended, on the wire, and
 * waiting. Then the old gateway and its database are killed. The first backup was made while the product ran; it goes into
 * another data directory. The second one is made from what the kill has left, so it must hold everything that was ever
 * acknowledged; it goes into a database that Posthorn does not run itself.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connection } from "@posthorn/contract/connections";
import type { Rules } from "@posthorn/contract/rules";
import { Client } from "pg";
import { expect, test } from "vitest";
import { moreAcked, outcomeOf } from "../testing/fault-run.ts";
import { type Received, eventually, startFarEnd } from "../testing/gateway.ts";
import { runMaintenance } from "../testing/maintenance-command.ts";
import { OWNER, type Product, createProduct } from "../testing/product.ts";
import { startSharedPostgres } from "../testing/shared-postgres.ts";
import { createTraffic } from "../testing/traffic.ts";

const PER_SECOND = 100;
/** Whatever fails while destinations do not answer is sent again. */
const RETRIES: Rules = [
  { type: "retry", strategy: "linear", interval: 1_000, count: 50, response_status_codes: null },
];
const SENDER = { authorization: `Basic ${Buffer.from("ada:lovelace").toString("base64")}` };
const MAIN = join(import.meta.dirname, "main.mjs");

interface StoppableFarEnd {
  url: string;
  /** What it has answered. Grows. */
  answered: () => readonly Received[];
  /** From now on `answered` begins with these. */
  beginWith: (answered: readonly Received[]) => void;
  /** From now on it lets everybody wait. */
  stop: () => void;
  goOn: () => void;
  close: () => void;
}

async function startStoppableFarEnd(): Promise<StoppableFarEnd> {
  let isStopped = false;
  let answered: Received[] = [];
  const farEnd = await startFarEnd((_, response) => {
    const latest = farEnd.received.at(-1); // recorded just before this call
    if (isStopped || !latest) return;
    answered.push(latest);
    response.end("ok");
  });
  return {
    url: farEnd.url,
    close: () => farEnd.close(),
    answered: () => answered,
    beginWith: (before) => void (answered = [...before]),
    stop: () => void (isStopped = true),
    goOn: () => void (isStopped = false),
  };
}

async function successfulEvents(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from events where status = 'SUCCESSFUL'",
  );
  await client.end();
  return rows[0]?.count ?? 0;
}

/** A restore that is killed half-way: it never gets the rest of the file. */
async function killedRestore(dataDir: string, bytes: Buffer): Promise<void> {
  const child = spawn(process.execPath, [MAIN, "restore", "-"], {
    env: { PATH: process.env["PATH"], POSTHORN_DATA_DIR: dataDir },
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin.on("error", () => undefined);
  child.stdin.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
  const draft = join(dataDir, "restore.partial");
  await eventually(
    async () => (existsSync(join(draft, "postgres.url")) ? await sessionsIn(join(draft, "postgres.url")) : 0),
    (sessions) => sessions > 0,
  );
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** How many restores are in a transaction there. */
async function sessionsIn(urlFile: string): Promise<number> {
  const client = new Client({ connectionString: (await readFile(urlFile, "utf8")).trim() });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where application_name = 'posthorn restore' and xact_start is not null and query like 'copy %'`,
    );
    return rows[0]?.count ?? 0;
  } catch {
    return 0; // not there yet
  } finally {
    await client.end().catch(() => undefined);
  }
}

test("what a backup under load holds goes on elsewhere, in a data directory and in another database", async () => {
  const directory = await mkdtemp(join(tmpdir(), "posthorn-fault-"));
  const [oldHome, newHome] = [join(directory, "old"), join(directory, "new")];
  const [numbers, guarded] = [await startStoppableFarEnd(), await startStoppableFarEnd()];
  const [first, second] = [join(directory, "first.backup"), join(directory, "second.backup")];
  const old = await createProduct({ directory: oldHome });
  const next = await createProduct({ directory: newHome });
  const shared = await startSharedPostgres();
  const traffic = createTraffic();
  const binary = randomBytes(100_000);
  try {
    await old.start();
    const { source } = await old.connect(numbers.url, RETRIES);
    const secret = await old.api<Connection>("PUT", "/connections", {
      name: "secret",
      source: {
        name: "secret",
        type: "WEBHOOK",
        config: { auth_type: "BASIC_AUTH", auth: { username: "ada", password: "lovelace" } },
      },
      destination: {
        name: "guarded",
        config: { url: guarded.url, auth_type: "BEARER_TOKEN", auth: { token: "t0ken" } },
      },
      rules: RETRIES,
    });
    guarded.stop();
    const sent = await fetch(secret.source.url, { method: "POST", body: binary, headers: SENDER });
    expect(sent.status).toBe(200);
    traffic.start(source.url, PER_SECOND);
    await moreAcked(traffic, 300);
    numbers.stop();
    await eventually(
      async () => successfulEvents(await old.databaseUrl()),
      (count) => count >= numbers.answered().length,
    );
    await moreAcked(traffic, 100);

    const ackedBefore = new Map(traffic.acked);
    const made = await runMaintenance(["backup", "--with-master-key", first], {
      environment: { POSTHORN_DATA_DIR: join(oldHome, "data") },
    });

    expect(made).toMatchObject({ code: 0, said: expect.stringContaining("The master key is in the file.") });
    await moreAcked(traffic, 50); // the product went on all the while
    await traffic.stop();
    await old.kill();
    await old.killDatabase();
    const fromStopped = await runMaintenance(["backup", second], {
      environment: { POSTHORN_DATA_DIR: join(oldHome, "data") },
    });
    expect(fromStopped).toMatchObject({ code: 0, said: expect.stringContaining("Posthorn is stopped here") });
    expect(fromStopped.said).toContain(join(oldHome, "data", "master.key"));

    await killedRestore(join(newHome, "data"), await readFile(first));
    expect(existsSync(join(newHome, "data", "postgres"))).toBe(false);
    const restored = await runMaintenance(["restore", first], {
      environment: { POSTHORN_DATA_DIR: join(newHome, "data") },
    });
    expect(restored).toMatchObject({ code: 0 });
    expect(existsSync(join(newHome, "data", "restore.partial"))).toBe(false);
    const answeredByOld = [...numbers.answered()];
    numbers.goOn();
    guarded.goOn();
    await next.start();
    const inDirectory = await outcomeOf({
      product: next,
      traffic: { ...traffic, acked: ackedBefore },
      received: numbers.answered(),
      maxRepeatShare: 0.02,
    });
    expect(inDirectory.broken).toEqual([]);
    await opensSecrets(next, secret, { guarded, binary });
    await next.stop();

    const key = await runMaintenance(["restore", "--print-master-key", first], { environment: {} });
    const elsewhere = {
      POSTHORN_DATABASE_URL: shared.url,
      POSTHORN_MASTER_KEY: key.stdout.toString().trim(),
    };
    expect(await runMaintenance(["restore", second], { environment: elsewhere })).toMatchObject({ code: 0 });
    const third = await createProduct({ environment: elsewhere });
    numbers.beginWith(answeredByOld);
    try {
      await third.start();
      const inDatabase = await outcomeOf({
        product: third,
        traffic,
        received: numbers.answered(),
        maxRepeatShare: 0.02,
      });
      expect(inDatabase.broken).toEqual([]);
    } finally {
      await third.remove();
    }
  } finally {
    await traffic.stop();
    numbers.close();
    guarded.close();
    await old.remove();
    await next.remove();
    await shared.stop();
    await rm(directory, { recursive: true, force: true });
  }
});

async function opensSecrets(
  product: Product,
  { source }: Connection,
  { guarded, binary }: { guarded: StoppableFarEnd; binary: Buffer },
): Promise<void> {
  await eventually(
    () => Promise.resolve(guarded.answered().length),
    (count) => count > 0,
  );
  const [first] = guarded.answered();
  expect(first?.headers["authorization"]).toBe("Bearer t0ken");
  expect(first?.body.equals(binary)).toBe(true);
  const url = `${product.ingestUrl}${new URL(source.url).pathname}`;
  const stranger = await fetch(url, { method: "POST", body: "x" });
  const known = await fetch(url, { method: "POST", body: "x", headers: SENDER });
  expect([stranger.status, known.status]).toEqual([401, 200]);
  const signIn = await fetch(`${product.publicUrl}/auth/sign-in/email`, {
    method: "POST",
    body: JSON.stringify(OWNER),
    headers: { "content-type": "application/json", origin: product.publicUrl },
  });
  expect(signIn.status).toBe(200);
}
