/**
 * How does a journey get a Posthorn of its own?
 *
 * It starts the whole product as one process, with its embedded database in a temporary directory. The system chooses
 * the ports, and the product logs which it got. It stops with SIGTERM, as for an operator, and leaves nothing behind.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { API_VERSION } from "@posthorn/contract/endpoint";
import { copyReadyData } from "../packages/server/src/testing/ready-data.ts";
import { STAND_IN_KEYS } from "../packages/server/src/testing/stripe-stand-in.ts";

const SERVER = join(import.meta.dirname, "../packages/server/src");
const MAIN = join(SERVER, "main.mjs");
/** Changes source files of the product as it loads them. */
const REWRITE = join(SERVER, "testing/rewrite-on-load.ts");
/** Far longer than a start takes, even on a busy machine: only a start that hangs reaches it. */
const STARTED_WITHIN_MS = 120_000;

export const OWNER = { email: "ada@example.com", password: "correct horse battery" } as const;
/** Opens the operator's API of a product that offers plans. */
export const OPERATOR_TOKEN = "the-operators-token-of-the-journeys";
/** Periods are closed and cards charged twice a minute. Journeys with invoices wait for that, and not for the half minute. */
const CHARGES_SOON = [
  { file: "workers/billing.ts", from: "const EVERY_MS = 30_000;", to: "const EVERY_MS = 1_000;" },
];
const PLANS = join(import.meta.dirname, "../examples/plans.yaml");
const API_KEY = "phk_the_api_key_of_the_journeys_0123456789";

export interface Product {
  url: string;
  databaseUrl: string;
  /** Calls the REST API with the bootstrap key; the caller names the contract's type of the reply. */
  api<Reply>(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Everything the product has written so far. */
  output(): string;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** The data directory, which the caller removes. A temporary one otherwise. */
  dataDir?: string;
  /** False: no person has signed up yet, and there is no API key. */
  isOwned?: boolean;
  /** Without it, no mail is sent. */
  smtpUrl?: string;
  /** The product offers the four plans of the examples. */
  hasPlans?: boolean;
  /** It makes invoices for them, too: to be paid by transfer, or charged to test cards. */
  hasBilling?: boolean;
  hasTestCards?: boolean;
  /** The name server that is asked about custom domains, and the name to which they must lead. */
  domains?: { server: string; target: string };
  /** Where the product orders certificates for them. Without it, it orders none. */
  authority?: string;
  /** Or to Stripe's, which is a stand-in there. */
  stripe?: { url: string; scriptUrl: string };
}

export async function startProduct({
  dataDir,
  isOwned = true,
  smtpUrl,
  hasPlans = false,
  hasBilling = false,
  hasTestCards = false,
  domains,
  authority,
  stripe,
}: StartOptions = {}): Promise<Product> {
  const directory = await mkdtemp(join(tmpdir(), "posthorn-e2e-"));
  const data = dataDir ?? join(directory, "data");
  if (dataDir === undefined) await copyReadyData(data);
  const isCharging = hasBilling || hasTestCards;
  const child = spawn(process.execPath, [...(isCharging ? ["--import", REWRITE] : []), MAIN], {
    env: {
      ...(isCharging && { REWRITE_ON_LOAD: JSON.stringify(CHARGES_SOON) }),
      PATH: process.env["PATH"],
      POSTHORN_DATA_DIR: data,
      POSTHORN_PORT: "0",
      POSTHORN_INGEST_PORT: "0",
      POSTHORN_PROCESSES: "1", // the same on every machine
      ...(smtpUrl !== undefined && { POSTHORN_SMTP_URL: smtpUrl }),
      ...(hasPlans && { POSTHORN_PLANS: PLANS, POSTHORN_OPERATOR_TOKEN: OPERATOR_TOKEN }),
      ...(hasBilling && { POSTHORN_BILLING: "ledger" }),
      ...(hasTestCards && { POSTHORN_BILLING: "test" }),
      ...(domains && {
        POSTHORN_DNS_SERVERS: domains.server,
        POSTHORN_DOMAIN_TARGET: domains.target,
      }),
      ...(authority !== undefined && {
        POSTHORN_CERTIFICATES: "acme",
        POSTHORN_ACME_DIRECTORY_URL: authority,
        POSTHORN_ACME_TERMS_AGREED: "yes",
        POSTHORN_INGEST_TLS_PORT: "0",
      }),
      ...(stripe && {
        POSTHORN_BILLING: "stripe",
        POSTHORN_STRIPE_SECRET_KEY: STAND_IN_KEYS.secretKey,
        POSTHORN_STRIPE_PUBLISHABLE_KEY: STAND_IN_KEYS.publishableKey,
        POSTHORN_STRIPE_WEBHOOK_SECRET: STAND_IN_KEYS.webhookSecret,
        POSTHORN_STRIPE_URL: stripe.url,
        POSTHORN_STRIPE_SCRIPT_URL: stripe.scriptUrl,
      }),
      ...(isOwned && {
        POSTHORN_BOOTSTRAP_EMAIL: OWNER.email,
        POSTHORN_BOOTSTRAP_PASSWORD: OWNER.password,
        POSTHORN_BOOTSTRAP_API_KEY: API_KEY,
      }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const started = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const url = dashboardIn(line);
      if (url !== null) resolve(url);
    });
  });
  const ended = once(child, "close"); // unlike `exit`, after all its output has been read

  async function stop(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await ended;
    await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  const late = delay(STARTED_WITHIN_MS, null, { ref: false });
  const url = await Promise.race([started, ended.then(() => null), late]);
  if (url === null) {
    await stop();
    throw new Error(`The product did not start:\n${output.slice(-4000)}`);
  }
  return {
    url,
    databaseUrl: (await readFile(join(data, "postgres.url"), "utf8")).trim(),
    stop,
    output: () => output,
    async api<Reply>(method: string, path: string, body?: unknown) {
      const response = await fetch(`${url}/${API_VERSION}${path}`, {
        method,
        headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Reply; // the caller names the contract's type of this reply
    },
  };
}

/** Returns the dashboard's URL if this is the log line `started`, otherwise null. */
function dashboardIn(line: string): string | null {
  if (!line.includes('"event":"started"')) return null;
  const { dashboard } = JSON.parse(line) as { dashboard: string }; // the product writes the line this way
  return dashboard;
}
