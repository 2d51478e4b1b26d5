/** One machine on the internet, without a proxy: the whole product ends TLS for its own names. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as requestPlain } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import type { Source } from "@posthorn/contract/sources";
import { X509Certificate } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AcmeServer, startAcmeServer } from "../testing/acme-server.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { eventually } from "../testing/gateway.ts";
import { MASTER_KEY } from "../testing/given-access.ts";
import { startNameServer } from "../testing/name-server.ts";
import { certificate } from "../testing/peers.ts";
import { type Product, createProduct } from "../testing/product.ts";
import { reservePort } from "../testing/reserved-port.ts";

const [DASHBOARD, HOOKS] = ["posthorn.acme.test", "hooks.acme.test"];

let nameServer: Awaited<ReturnType<typeof startNameServer>>;
let authority: AcmeServer;
const directory = mkdtempSync(join(tmpdir(), "posthorn-own-tls-"));
beforeAll(async () => {
  const here = { address: "127.0.0.1" };
  nameServer = await startNameServer({ [DASHBOARD]: here, [HOOKS]: here });
  authority = await startAcmeServer({ nameServer: nameServer.address });
});
afterAll(() => {
  authority.close();
  nameServer.close();
  rmSync(directory, { recursive: true });
});

interface Asked {
  port: number;
  hostname: string;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  /** Without TLS. */
  isPlain?: boolean;
}

interface Answer {
  status: number | undefined;
  headers: Record<string, unknown>;
  fingerprint: string | null;
}

/** No name server of this machine knows the names, and nobody but the test trusts the certificates. */
function ask({
  port,
  hostname,
  path,
  method = "GET",
  headers = {},
  isPlain = false,
}: Asked): Promise<Answer> {
  const to = { host: "127.0.0.1", port, path, method, headers: { host: `${hostname}:${port}`, ...headers } };
  return new Promise((resolve, reject) => {
    const asked = isPlain
      ? requestPlain({ ...to, agent: false })
      : request({ ...to, agent: false, servername: hostname, rejectUnauthorized: false });
    asked.on("error", reject);
    asked.on("response", (answer) => {
      answer.resume();
      const certificateSeen = isPlain ? null : (answer.socket as TLSSocket).getPeerCertificate(); // of an https request
      answer.on("end", () =>
        resolve({
          status: answer.statusCode,
          headers: answer.headers,
          fingerprint: certificateSeen?.fingerprint256 ?? null,
        }),
      );
    });
    asked.end();
  });
}

interface Installation {
  product: Product;
  database: FreshDatabase;
  tlsPort: number;
}

async function withProduct(
  environment: Record<string, string>,
  work: (installation: Installation) => Promise<void>,
): Promise<void> {
  const [database, tls] = [await freshDatabase(), await reservePort()];
  const product = await createProduct({
    environment: {
      POSTHORN_DATABASE_URL: database.url,
      POSTHORN_MASTER_KEY: MASTER_KEY,
      POSTHORN_PUBLIC_URL: `https://${DASHBOARD}:${tls.port}`,
      POSTHORN_INGEST_URL: `https://${HOOKS}:${tls.port}`,
      POSTHORN_TLS_PORT: String(tls.port),
      POSTHORN_DNS_SERVERS: nameServer.address,
      ...environment,
    },
  });
  try {
    authority.chosen.httpPort = Number(new URL(product.ingestUrl).port);
    await product.start();
    await work({ product, database, tlsPort: tls.port });
    expect(await product.stop()).toBe(0);
  } finally {
    await product.remove();
    tls.release();
    await database.drop();
  }
}

test("own names get certificates; from then on plain requests are sent to https, and browsers remember it", async () => {
  const problem = { status: 429, type: "rateLimited", detail: "Later", retryAfter: "3600" };
  authority.refuseNext(/^\/new-order$/, problem);
  authority.refuseNext(/^\/new-order$/, problem);
  const environment = {
    POSTHORN_TLS: "acme",
    POSTHORN_CERTIFICATES: "acme",
    POSTHORN_ACME_TERMS_AGREED: "yes",
    POSTHORN_ACME_DIRECTORY_URL: authority.directoryUrl,
  };
  await withProduct(environment, async ({ product, database, tlsPort }) => {
    const ports = {
      api: Number(new URL(product.publicUrl).port),
      ingest: Number(new URL(product.ingestUrl).port),
    };
    const key = { authorization: `Bearer ${product.apiKey}` };
    const source = await product.api<Source>("POST", "/sources", { name: "shop" });
    expect(source.url).toBe(`https://${HOOKS}:${tlsPort}${new URL(source.url).pathname}`);
    const post = { method: "POST", path: new URL(source.url).pathname };
    const sources = { path: "/2025-07-01/sources?limit=1", headers: key };
    const plainly = (port: number, hostname: string, more: Partial<Asked>) =>
      ask({ port, hostname, path: "/", isPlain: true, ...more });

    // The authority has refused: everything works as without TLS, so that an operator can look.
    await eventually(
      async () => (await database.db.query("select from certificates where problem is not null")).rowCount,
      (failed) => failed === 2,
    );
    const before = await plainly(ports.api, DASHBOARD, sources);
    expect(before).toMatchObject({ status: 200 });
    expect(before.headers["strict-transport-security"]).toBeUndefined();
    expect(await plainly(ports.ingest, HOOKS, post)).toMatchObject({ status: 200 });

    await database.db.query("update certificates set next_step_at = now()");
    await eventually(
      async () => (await database.db.query("select from certificates where chain is not null")).rowCount,
      (issued) => issued === 2,
    );

    const dashboard = await ask({ port: tlsPort, hostname: DASHBOARD, ...sources });
    expect(dashboard).toMatchObject({
      status: 200,
      headers: { "strict-transport-security": `max-age=${30 * 24 * 60 * 60}` },
    });
    const hooks = await ask({ port: tlsPort, hostname: HOOKS, ...post });
    expect(hooks).toMatchObject({ status: 200 });
    expect(hooks.fingerprint).not.toBe(dashboard.fingerprint);
    // The name that the client asks TLS for decides: source URLs and the dashboard never share an origin.
    expect(await ask({ port: tlsPort, hostname: HOOKS, ...sources })).toMatchObject({ status: 404 });

    expect(await plainly(ports.api, DASHBOARD, { path: "/events?status=FAILED" })).toMatchObject({
      status: 308,
      headers: { location: `https://${DASHBOARD}:${tlsPort}/events?status=FAILED` },
    });
    expect(await plainly(ports.ingest, HOOKS, post)).toMatchObject({
      status: 308,
      headers: { location: source.url },
    });
    // The port of source URLs is port 80 of such a machine, also for people who type the name of the dashboard.
    expect(await plainly(ports.ingest, DASHBOARD, {})).toMatchObject({
      status: 308,
      headers: { location: `https://${DASHBOARD}:${tlsPort}/` },
    });
    for (const port of Object.values(ports)) {
      expect(await plainly(port, DASHBOARD, { path: "/healthz" })).toMatchObject({ status: 200 });
    }
    expect(await plainly(ports.api, "127.0.0.1", sources)).toMatchObject({ status: 200 });
  });
});

test("the operator's own certificate is used, and the next one without a restart", async () => {
  const files = { cert: join(directory, "cert.pem"), key: join(directory, "key.pem") };
  async function write(): Promise<string> {
    const made = await certificate({ name: DASHBOARD });
    writeFileSync(files.cert, made.cert);
    writeFileSync(files.key, made.key);
    return new X509Certificate(made.cert).fingerprint256;
  }
  const first = await write();
  const environment = {
    POSTHORN_TLS: "files",
    POSTHORN_TLS_CERT: files.cert,
    POSTHORN_TLS_KEY: files.key,
  };
  await withProduct(environment, async ({ product, tlsPort }) => {
    const fingerprintOf = async (hostname: string) =>
      (await ask({ port: tlsPort, hostname, path: "/healthz" })).fingerprint;
    expect([await fingerprintOf(DASHBOARD), await fingerprintOf(HOOKS)]).toEqual([first, first]);
    await expect(fingerprintOf("other.acme.test")).rejects.toThrow(/alert/i);

    const second = await write();

    await eventually(
      () => fingerprintOf(DASHBOARD),
      (fingerprint) => fingerprint === second,
    );
    const { port } = new URL(product.publicUrl);
    const plain = await ask({ port: Number(port), hostname: DASHBOARD, path: "/", isPlain: true });
    expect(plain).toMatchObject({ status: 308 });
  });
});
