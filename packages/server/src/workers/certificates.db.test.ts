/** From an active domain to a handshake: with a real authority, a real name server, real TLS, and two processes. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { request as requestPlain } from "node:http";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TLSSocket, connect } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { challengeName } from "@posthorn/contract/hostnames";
import { type AcmeDirectory, createAcmeDirectory } from "../outbound/acme.ts";
import { createDnsHook } from "../outbound/dns-hook.ts";
import { type DnsRecords, createDnsRecords } from "../outbound/dns-records.ts";
import {
  insertCustomDomain,
  readCustomDomains,
  recordLook,
  type SeenCustomDomain,
} from "../store/custom-domains.ts";
import { type AcmeServer, startAcmeServer } from "../testing/acme-server.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { type ConfiguredConnection, eventually, givenConnection, startGateway } from "../testing/gateway.ts";
import { type GivenName, startNameServer } from "../testing/name-server.ts";
import { tablesWith } from "../testing/tables-with.ts";

type Gateway = Awaited<ReturnType<typeof startGateway>>;

const TARGET = "edge.posthorn.test";
const HTTPS_PORT = 8443;
const names: Record<string, GivenName | "silent"> = { [TARGET]: { address: "127.0.0.1" } };

let database: FreshDatabase;
let nameServer: Awaited<ReturnType<typeof startNameServer>>;
let dns: DnsRecords;
let authority: AcmeServer;
let directory: AcmeDirectory;
const hookDir = mkdtempSync(join(tmpdir(), "posthorn-hook-"));
let gateways: Gateway[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  nameServer = await startNameServer(names);
  dns = createDnsRecords({ servers: [nameServer.address], withinMs: 60_000 });
  authority = await startAcmeServer({ nameServer: nameServer.address });
  directory = createAcmeDirectory(authority.directoryUrl);
});
afterEach(async () => {
  await Promise.all(gateways.map((one) => one.stop()));
  gateways = [];
  // What one test has left is not due in the next.
  await database.db.query("delete from custom_domains");
  await database.db.query("delete from certificates");
});
afterAll(async () => {
  await directory.close();
  authority.close();
  nameServer.close();
  rmSync(hookDir, { recursive: true });
  await database.drop();
});

interface Asked {
  challenge?: "http-01" | "dns-01";
  hook?: string;
  isOff?: boolean;
}

async function gateway({ challenge = "http-01", hook, isOff = false }: Asked = {}): Promise<Gateway> {
  const started = await startGateway(
    { ...database, drop: async () => undefined },
    {
      domains: { dns, target: TARGET },
      ...(!isOff && {
        certificates: {
          directory,
          directoryUrl: authority.directoryUrl,
          email: "operator@posthorn.test",
          challenge,
          hook: hook === undefined ? null : createDnsHook({ command: hook, environment: {} }),
          dns,
          httpsPort: HTTPS_PORT,
          ownNames: [],
        },
      }),
    },
  );
  gateways.push(started);
  authority.chosen.httpPort = started.port;
  return started;
}

type GivenDomain = ConfiguredConnection & { id: string; hostname: string };
type GivenSource = NonNullable<Parameters<typeof givenConnection>[1]["source"]>;

let made = 0;
/** A domain whose records are right. */
async function givenDomain({
  isLookedAt = true,
  source,
}: { isLookedAt?: boolean; source?: GivenSource } = {}): Promise<GivenDomain> {
  const connection = await givenConnection(database.db, {
    url: "http://127.0.0.1:9",
    ...(source && { source }),
  });
  const hostname = `hooks-${++made}.acme.test`;
  const row = await insertCustomDomain(database.db, { team_id: connection.project, hostname });
  if (typeof row === "string") throw new Error(row);
  names[hostname] = { alias: TARGET };
  names[challengeName(hostname)] = { texts: [row.txt_value] };
  if (isLookedAt)
    await recordLook(database.db, { id: row.id, routing: "found", ownership: "found", waitMs: 86_400_000 });
  return { ...connection, id: row.id, hostname };
}

async function seen({ project, id }: GivenDomain): Promise<SeenCustomDomain | undefined> {
  return (await readCustomDomains(database.db, project)).find((row) => row.id === id);
}

const certificateOf = async (domain: GivenDomain) => (await seen(domain))?.certificate ?? null;

/** Resolves when the domain has a certificate. */
async function issued(domain: GivenDomain): Promise<void> {
  await eventually(
    () => certificateOf(domain),
    (certificate) => certificate?.is_in_force === true,
  );
}

async function failedWith(domain: GivenDomain, problem: string) {
  return eventually(
    () => certificateOf(domain),
    (certificate) => certificate?.problem === problem,
  );
}

/** As if the pause before the next order were over. */
async function dueNow({ id }: GivenDomain): Promise<void> {
  await database.db.query(
    "update certificates set next_step_at = now(), step = step + 1 where custom_domain_id = $1",
    [id],
  );
}

/** The certificate that a client gets for this name; it trusts our authority only. */
async function handshake(port: number, hostname: string): Promise<string> {
  const socket = connect({ host: "127.0.0.1", port, servername: hostname, ca: authority.root });
  try {
    await once(socket, "secureConnect");
    return socket.getPeerCertificate().fingerprint256;
  } finally {
    socket.destroy();
  }
}

function post(
  port: number,
  { path, hostname }: GivenDomain,
  headers: Record<string, string> = {},
  agent: Agent | false = false,
) {
  return new Promise<{ status: number; certificate: string }>((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path,
        method: "POST",
        agent,
        servername: hostname,
        headers: { host: hostname, ...headers },
        ca: authority.root,
      },
      (answer) => {
        answer.resume();
        const socket = answer.socket as TLSSocket; // of an https request
        const certificate = socket.getPeerCertificate().fingerprint256;
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, certificate }));
      },
    );
    sent.on("error", reject);
    sent.end("{}");
  });
}

/** The status and the body of the file in which an authority looks for this token. */
function fileAt(port: number, host: string, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const path = `/.well-known/acme-challenge/${token}`;
    const asked = requestPlain(
      { host: "127.0.0.1", port, path, headers: { host }, agent: false },
      (answer) => {
        let body = "";
        answer.setEncoding("utf8").on("data", (part: string) => (body += part));
        answer.on("end", () => resolve(`${answer.statusCode} ${body}`));
      },
    );
    asked.on("error", reject);
    asked.end();
  });
}

/** How often the authority was told that a proof is there. */
const responded = () => authority.calls.filter((call) => call === "POST /challenge/*").length;

/** A command of the operator's. */
function hookThat(script: string): string {
  const path = join(hookDir, `hook-${++made}.sh`);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const linesOf = (path: string) => {
  try {
    return readFileSync(path, "utf8").split("\n").filter(Boolean);
  } catch {
    return []; // the command has not run
  }
};

test("a proven domain gets a certificate by http-01, and senders reach its sources over TLS", async () => {
  const { tlsPort, routing, caughtUp } = await gateway();
  const domain = await givenDomain({ isLookedAt: false });

  await issued(domain);
  await caughtUp();

  expect(await post(tlsPort, domain)).toMatchObject({ status: 200 });
  expect(routing.ingestUrlOf(domain.project)).toBe(`https://${domain.hostname}:${HTTPS_PORT}`);
  expect(await seen(domain)).toMatchObject({ certificate: { problem: null, failures: 0 } });
  // The proof is gone with the order.
  const { rows } = await database.db.query("select challenge, order_url from certificates");
  expect(rows).toEqual([{ challenge: null, order_url: null }]);
});

test("a provider that signs the address signs the one of the domain, with https", async () => {
  const { tlsPort, caughtUp } = await gateway();
  const webhook_secret_key = "the secret of the Power-Up";
  const source: GivenSource = { type: "TRELLO", auth: { webhook_secret_key } };
  const domain = await givenDomain({ source });
  await issued(domain);
  await caughtUp();
  const signatureOf = (url: string) =>
    createHmac("sha1", webhook_secret_key).update(`{}${url}`).digest("base64");
  const send = (scheme: string) =>
    post(tlsPort, domain, {
      "x-trello-webhook": signatureOf(`${scheme}://${domain.hostname}${domain.path}`),
    });

  expect(await send("https")).toMatchObject({ status: 200 });
  expect(await send("http")).toMatchObject({ status: 401 });
});

test("a name without a certificate, and a client without a name, get an alert", async () => {
  const { tlsPort, caughtUp } = await gateway();
  const domain = await givenDomain();
  await issued(domain);
  await caughtUp();

  await expect(handshake(tlsPort, "other.acme.test")).rejects.toThrow(/alert/i);
  await expect(handshake(tlsPort, "")).rejects.toThrow(/alert/i);
  expect(await handshake(tlsPort, domain.hostname.toUpperCase())).toMatch(/^[\dA-F:]+$/);
});

test("no key is in the database as text", async () => {
  await gateway();
  const domain = await givenDomain();
  // An order that is ready has a key, too.
  authority.refuseNext(/finalize$/, { status: 503, type: "serverInternal", detail: "Busy" });
  await failedWith(domain, "unreachable");

  const { rows: waiting } = await database.db.query("select from certificates where order_key is not null");
  expect(waiting).toHaveLength(1);
  expect(await tablesWith(database.db, "PRIVATE KEY")).toEqual([]);

  await dueNow(domain);
  await issued(domain);
  expect(await tablesWith(database.db, "PRIVATE KEY")).toEqual([]);
  const { rows } = await database.db.query<{ chain: string }>("select chain from certificates");
  expect(rows.every(({ chain }) => chain.startsWith("-----BEGIN CERTIFICATE-----"))).toBe(true);
});

test("two processes make one order with one account, and both serve the certificate", async () => {
  const [first, second] = [await gateway(), await gateway()];
  const domain = await givenDomain();

  await issued(domain);
  await Promise.all([first.caughtUp(), second.caughtUp()]);

  expect(authority.ordered().filter((hostname) => hostname === domain.hostname)).toHaveLength(1);
  expect(authority.accounts()).toBe(1);
  const [one, other] = await Promise.all([post(first.tlsPort, domain), post(second.tlsPort, domain)]);
  expect(one).toMatchObject({ status: 200 });
  expect(other).toEqual(one);
});

test("a proof is answered at every process, only at the host that is being proven", async () => {
  const both = [await gateway(), await gateway()];
  const [domain, other] = [await givenDomain(), await givenDomain()];
  await Promise.all([issued(domain), issued(other)]);
  await Promise.all(both.map(({ caughtUp }) => caughtUp()));
  await database.db.query(
    `update certificates set challenge = 'http-01', challenge_token = 'a-token', challenge_answer = 'a-token.print'
     where hostname = $1`,
    [domain.hostname],
  );

  const found = await Promise.all(
    both.map(({ port }) =>
      Promise.all([
        fileAt(port, domain.hostname, "a-token"),
        fileAt(port, `${domain.hostname}:80`, "a-token"),
        fileAt(port, other.hostname, "a-token"),
        fileAt(port, "127.0.0.1", "a-token"),
        fileAt(port, domain.hostname, "another-token"),
      ]),
    ),
  );

  const right = ["200 a-token.print", "200 a-token.print"];
  for (const answers of found) {
    expect(answers.slice(0, 2)).toEqual(right);
    expect(answers.slice(2).map((text) => text.slice(0, 3))).toEqual(["404", "404", "404"]);
  }
});

test("a certificate is proven by dns-01 with the operator's command, which cleans up", async () => {
  const calls = join(hookDir, `calls-${++made}`);
  const { tlsPort, caughtUp } = await gateway({
    challenge: "dns-01",
    hook: hookThat(`echo "$@" >> ${calls}`),
  });
  const domain = await givenDomain();
  const name = `_acme-challenge.${domain.hostname}`;

  // The record comes a while after the command has ended, as with real providers.
  const [present = ""] = await eventually(
    async () => linesOf(calls),
    (lines) => lines.length > 0,
  );
  const [action, at = "", value = ""] = present.split(" ");
  expect([action, at]).toEqual(["present", name]);
  names[name] = { texts: [value] };
  await issued(domain);
  await caughtUp();

  expect(await post(tlsPort, domain)).toMatchObject({ status: 200 });
  expect(linesOf(calls)).toEqual([`present ${name} ${value}`, `cleanup ${name} ${value}`]);
});

test("with a wrong TXT record, the authority is asked only after a while, and its word is kept", async () => {
  const calls = join(hookDir, `calls-${++made}`);
  await gateway({ challenge: "dns-01", hook: hookThat(`echo "$@" >> ${calls}`) });
  const domain = await givenDomain();
  names[`_acme-challenge.${domain.hostname}`] = { texts: ["of another order"] };
  await eventually(
    async () =>
      (await database.db.query("select from certificates where challenged_at is not null")).rowCount,
    (published) => published === 1,
  );
  const before = responded();

  await database.db.query("update certificates set challenged_at = now() - interval '10 minutes'");

  expect(await failedWith(domain, "record_not_found")).toMatchObject({
    problem_detail: expect.stringContaining("Incorrect TXT record"),
    failures: 1,
    is_in_force: false,
  });
  expect(responded()).toBe(before + 1);
  expect(linesOf(calls).map((line) => line.split(" ")[0])).toEqual(["present", "cleanup"]);

  const value = () => linesOf(calls).at(-1)?.split(" ")[2] ?? "";
  await dueNow(domain);
  await eventually(
    async () => linesOf(calls),
    (lines) => lines.length === 3,
  );
  names[`_acme-challenge.${domain.hostname}`] = { texts: [value()] };
  await issued(domain);
  expect(await certificateOf(domain)).toMatchObject({ problem: null, failures: 0 });
});

test("a command that fails is the operator's matter, and the order waits for it", async () => {
  const { lines } = await gateway({ challenge: "dns-01", hook: hookThat("echo no such zone >&2; exit 3") });
  const domain = await givenDomain();

  await failedWith(domain, "operator");

  expect(lines.join("\n")).toContain("no such zone");
});

test("an authority that asks for fewer orders is asked again when it said, not before", async () => {
  const problem = { status: 429, type: "rateLimited", detail: "Too many certificates", retryAfter: "7200" };
  authority.refuseNext(/^\/new-order$/, problem);
  await gateway();
  const domain = await givenDomain();

  expect(await failedWith(domain, "rate_limited")).toMatchObject({ problem_detail: "Too many certificates" });

  const { rows } = await database.db.query<{ wait_s: number }>(
    "select date_part('epoch', next_step_at - now())::float8 as wait_s from certificates",
  );
  expect(rows[0]?.wait_s).toBeGreaterThan(7_000);
  await dueNow(domain);
  await issued(domain);
  expect(authority.ordered().filter((hostname) => hostname === domain.hostname)).toHaveLength(1);
});

test("a nonce that the authority does not know any more costs one further call", async () => {
  await gateway();
  const domain = await givenDomain();
  authority.refuseNext(/^\/new-order$/, { status: 400, type: "badNonce", detail: "It is too old" });

  await issued(domain);

  expect(await certificateOf(domain)).toMatchObject({ problem: null, failures: 0 });
});

test.each([
  ["has expired", () => authority.expireOrders()],
  ["is unknown to the authority", () => authority.forgetOrders()],
])("an order that %s begins anew", async (_what, lose) => {
  const calls = join(hookDir, `calls-${++made}`);
  await gateway({ challenge: "dns-01", hook: hookThat(`echo "$@" >> ${calls}`) });
  const domain = await givenDomain();
  const name = `_acme-challenge.${domain.hostname}`;
  await eventually(
    async () => linesOf(calls),
    (lines) => lines.length === 1,
  );

  lose();
  await database.db.query("update certificates set order_began_at = now() - interval '5 minutes'");
  const lines = await eventually(
    async () => linesOf(calls),
    (all) => all.length === 3,
  );
  names[name] = { texts: [lines.at(-1)?.split(" ")[2] ?? ""] };
  await issued(domain);

  expect(lines.map((line) => line.split(" ")[0])).toEqual(["present", "cleanup", "present"]);
  expect(await certificateOf(domain)).toMatchObject({ problem: null, failures: 0 });
});

test("an order that a process has left behind is finished by another one", async () => {
  const first = await gateway({ challenge: "dns-01", hook: hookThat("exit 0") });
  const domain = await givenDomain();
  await eventually(
    async () =>
      (await database.db.query("select from certificates where challenged_at is not null")).rowCount,
    (published) => published === 1,
  );
  const { rows } = await database.db.query<{ challenge_answer: string }>(
    "select challenge_answer from certificates",
  );
  gateways = [];
  await first.stop();

  names[`_acme-challenge.${domain.hostname}`] = { texts: [rows[0]?.challenge_answer ?? ""] };
  await dueNow(domain);
  await gateway({ challenge: "dns-01", hook: hookThat("exit 0") });
  await issued(domain);

  expect(authority.ordered().filter((hostname) => hostname === domain.hostname)).toHaveLength(1);
});

test("while a certificate is renewed under load, no handshake is refused and no connection ends", async () => {
  const both = [await gateway(), await gateway()];
  const domain = await givenDomain();
  await issued(domain);
  await Promise.all(both.map(({ caughtUp }) => caughtUp()));
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  const before = await post(both[0]?.tlsPort ?? 0, domain, {}, kept);
  const over = new AbortController();
  const found = new Set<string>();
  const statuses = new Set<number>();
  const load = both.flatMap(({ tlsPort }) =>
    [1, 2].map(async () => {
      while (!over.signal.aborted) {
        const { status, certificate } = await post(tlsPort, domain); // a handshake each
        statuses.add(status);
        found.add(certificate);
      }
    }),
  );

  await dueNow(domain);
  await eventually(
    async () => found.size,
    (certificates) => certificates === 2,
  );
  await Promise.all(both.map(({ caughtUp }) => caughtUp()));
  const after = await Promise.all(both.map(({ tlsPort }) => handshake(tlsPort, domain.hostname)));
  over.abort();
  await Promise.all(load);

  expect([...statuses]).toEqual([200]);
  expect(new Set(after).size).toBe(1);
  expect(after[0]).not.toBe(before.certificate);
  // This connection is older than the new certificate, and goes on.
  expect(await post(both[0]?.tlsPort ?? 0, domain, {}, kept)).toEqual(before);
  kept.destroy();
});

test("a removed domain is served no more, and what was published for it goes", async () => {
  const calls = join(hookDir, `calls-${++made}`);
  const { tlsPort, caughtUp, routing } = await gateway({
    challenge: "dns-01",
    hook: hookThat(`echo "$@" >> ${calls}`),
  });
  const domain = await givenDomain();
  const [present = ""] = await eventually(
    async () => linesOf(calls),
    (lines) => lines.length === 1,
  );
  names[`_acme-challenge.${domain.hostname}`] = { texts: [present.split(" ")[2] ?? ""] };
  await issued(domain);
  await dueNow(domain);
  await eventually(
    async () => linesOf(calls),
    (lines) => lines.length === 3,
  );

  await database.db.query("delete from custom_domains where id = $1", [domain.id]);
  await eventually(
    async () => (await database.db.query("select from certificates")).rowCount,
    (left) => left === 0,
  );
  await caughtUp();

  expect(linesOf(calls).map((line) => line.split(" ")[0])).toEqual([
    "present",
    "cleanup",
    "present",
    "cleanup",
  ]);
  await expect(handshake(tlsPort, domain.hostname)).rejects.toThrow(/alert/i);
  expect(routing.ingestUrlOf(domain.project)).not.toContain(domain.hostname);
});

test("without certificates the domain has the operator's scheme, and nothing is ordered", async () => {
  const { tlsPort, routing, caughtUp } = await gateway({ isOff: true });
  const domain = await givenDomain({ isLookedAt: false });
  await eventually(
    () => seen(domain),
    (row) => (row?.active_since ?? null) !== null,
  );
  await caughtUp();

  expect(tlsPort).toBe(0);
  expect(routing.ingestUrlOf(domain.project)).toMatch(new RegExp(`^http://${domain.hostname}`));
  expect(await certificateOf(domain)).toBeNull();
});
