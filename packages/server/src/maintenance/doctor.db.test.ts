/** The probes of `posthorn doctor`, each against a real server: what is there, what refuses, and what is not there. */
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { loadMasterKey } from "../store/master-key.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { MASTER_KEY } from "../testing/given-access.ts";
import { startMailbox } from "../testing/mailbox.ts";
import { runMaintenance } from "../testing/maintenance-command.ts";
import { startNameServer } from "../testing/name-server.ts";
import { certificate } from "../testing/peers.ts";
import type { Finding } from "./judge.ts";

let database: FreshDatabase;
let directory: string;
beforeAll(async () => {
  database = await freshDatabase();
  await loadMasterKey({ config: { dataDir: "", masterKey: MASTER_KEY }, db: database.db });
  directory = await mkdtemp(join(tmpdir(), "posthorn-doctor-"));
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

/** All findings of one check. Ports are left to the system unless the test names one. */
async function findings(environment: Record<string, string>, check?: string) {
  const { code, stdout, said } = await runMaintenance(["doctor", "--json"], {
    environment: {
      POSTHORN_PORT: "0",
      POSTHORN_INGEST_PORT: "0",
      POSTHORN_DATABASE_URL: database.url,
      POSTHORN_MASTER_KEY: MASTER_KEY,
      ...environment,
    },
  });
  expect(said).toBe("");
  const all = (JSON.parse(stdout.toString()) as { findings: Finding[] }).findings; // what judge.ts has made
  expect(code).toBe(all.some(({ state }) => state === "problem") ? 1 : 0);
  return all.filter((finding) => check === undefined || finding.check === check);
}

const states = (found: readonly Finding[]) => found.map(({ check, state }) => `${check}: ${state}`);

test("a database that answers: its version, clock, tables and key; the test server does not keep what it confirms", async () => {
  const found = await findings({});

  expect(states(found)).toEqual(
    expect.arrayContaining([
      "versions: ok",
      "database: ok",
      "durability: problem",
      "connections: ok",
      "clock: ok",
      "schema: ok",
      "master key: ok",
      "mail: warning",
      "memory: ok",
    ]),
  );
  expect(found.find(({ check }) => check === "durability")?.says).toContain(
    "fsync = off and full_page_writes = off",
  );
});

test("a wrong key, and a database that does not answer", async () => {
  const wrong = await findings(
    { POSTHORN_MASTER_KEY: "another key, which is long enough too" },
    "master key",
  );
  const away = await findings({ POSTHORN_DATABASE_URL: "postgres://ada:secret@127.0.0.1:1/posthorn" });

  expect(wrong).toEqual([expect.objectContaining({ state: "problem" })]);
  expect(states(away)).toContain("database: problem");
  expect(JSON.stringify(away)).not.toContain("secret");
});

test("a data directory without a database, and one that nobody can write", async () => {
  const own = { POSTHORN_DATABASE_URL: "", POSTHORN_MASTER_KEY: "" };
  await writeFile(join(directory, "file"), "");

  const fresh = await findings({ ...own, POSTHORN_DATA_DIR: join(directory, "not", "made", "yet") });
  const closed = await findings({ ...own, POSTHORN_DATA_DIR: join(directory, "file", "below") });

  expect(states(fresh)).toEqual(expect.arrayContaining(["disk: ok", "database: ok"]));
  expect(states(closed)).toContain("disk: problem");
});

test("a port that another program has", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo; // a TCP server has an AddressInfo

  const [found] = await findings({ POSTHORN_INGEST_PORT: String(port) }, "ports");

  expect(found).toMatchObject({
    state: "problem",
    says: expect.stringContaining(`Port ${port} (POSTHORN_INGEST_PORT) is in use by `),
  });
});

test("names that DNS knows, does not know, and gives no answer about", async () => {
  const server = await startNameServer({ "known.test": { address: "192.0.2.7" }, "silent.test": "silent" });
  onTestFinished(() => void server.close());
  const ask = (name: string) =>
    findings(
      {
        POSTHORN_DNS_SERVERS: server.address,
        POSTHORN_PUBLIC_URL: "http://known.test",
        POSTHORN_INGEST_URL: `http://${name}.test`,
      },
      "dns",
    );

  expect((await ask("known")).map(({ says }) => says)).toEqual([
    "known.test (POSTHORN_PUBLIC_URL) leads to 192.0.2.7",
    "known.test (POSTHORN_INGEST_URL) leads to 192.0.2.7",
  ]);
  expect(states(await ask("other"))).toEqual(["dns: ok", "dns: problem"]);
  expect((await ask("silent"))[1]?.says).toContain("No name server has answered");
});

test("a mail server that takes mail, one that refuses the user, and none", async () => {
  const mailbox = await startMailbox();
  onTestFinished(() => mailbox.stop());
  const strict = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: (_, __, done) => done(new Error("no such user")),
  });
  const listening = strict.listen(0, "127.0.0.1");
  await once(listening, "listening");
  onTestFinished(() => new Promise<void>((stopped) => strict.close(() => stopped())));
  const { port } = listening.address() as AddressInfo; // a TCP server has an AddressInfo

  const [taken] = await findings({ POSTHORN_SMTP_URL: mailbox.url }, "mail");
  const [refused] = await findings({ POSTHORN_SMTP_URL: `smtp://ada:lovelace@127.0.0.1:${port}` }, "mail");
  const [away] = await findings({ POSTHORN_SMTP_URL: "smtp://127.0.0.1:1" }, "mail");

  expect(taken).toMatchObject({ state: "ok" });
  expect(mailbox.received).toEqual([]);
  expect(refused).toMatchObject({ state: "problem", advice: expect.stringContaining("user and password") });
  expect(refused?.says).not.toContain("lovelace");
  expect(away).toMatchObject({ state: "problem", advice: expect.stringContaining("host and port") });
});

const look = (cert: string, key: string) =>
  findings(
    {
      POSTHORN_PUBLIC_URL: "https://known.test",
      POSTHORN_INGEST_URL: "https://hooks.test",
      POSTHORN_TLS: "files",
      POSTHORN_TLS_PORT: "0",
      POSTHORN_TLS_CERT: cert,
      POSTHORN_TLS_KEY: key,
    },
    "tls",
  );

test("files of a certificate: for one of two names, of another key, and not there", async () => {
  const [one, other] = await Promise.all([certificateFiles("known.test"), certificateFiles("known.test")]);
  expect((await look(one.cert, one.key)).map(({ says }) => says)).toEqual([
    "The certificate is not for hooks.test",
    expect.stringMatching(/^The certificate is good until /),
  ]);
  expect((await look(one.cert, other.key))[0]?.says).toContain("is not that of the certificate");
  expect((await look(join(directory, "none"), one.key))[0]?.says).toContain("no such file");
});

async function certificateFiles(name: string): Promise<{ cert: string; key: string }> {
  const made = await certificate({ name });
  const place = await mkdtemp(join(directory, "tls-"));
  const paths = { cert: join(place, "cert.pem"), key: join(place, "key.pem") };
  await Promise.all([writeFile(paths.cert, made.cert), writeFile(paths.key, made.key)]);
  return paths;
}

test("settings that do not go together are problems; text is for people", async () => {
  const { code, stdout } = await runMaintenance(["doctor"], {
    environment: { POSTHORN_PORT: "99999", POSTHORN_DATABASE_URL: database.url },
  });

  expect(code).toBe(1);
  expect(stdout.toString()).toMatch(/^PROBLEM {2}settings {2}POSTHORN_PORT must be a port number/);
  expect(stdout.toString()).toContain("POSTHORN_MASTER_KEY is required with POSTHORN_DATABASE_URL");
  expect(stdout.toString()).toMatch(/2 problems, 0 warnings\.\n$/);
});
