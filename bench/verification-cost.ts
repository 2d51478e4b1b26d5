/**
 * What does verification add to a request, and does its time say how much of a signature is right?
 *
 * Calls the verifiers by themselves: a source without authentication calls none, so their time is what verification adds.
 * The requests have 1 KiB of JSON and the headers that a sender sends behind a proxy. Batches are short and the median
 * counts, so other work of the machine hardly matters. Requests with a wrong first byte and with a wrong last byte take
 * turns, in an order that alternates, and so do two equal requests, which shows how much is chance.
 */
import { createHmac } from "node:crypto";
import type { Evidence } from "../packages/server/src/pipeline/ingest/verify/evidence.ts";
import { VERIFIERS } from "../packages/server/src/pipeline/ingest/verify/verifiers.ts";
import { median, percentile } from "./statistics.ts";

const BODY_BYTES = 1024;
const BATCH = 200;
const WARM_UP_BATCHES = 200;
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const KEY = Buffer.from(SECRET.slice("whsec_".length), "base64");
const NOW_MS = 1_767_225_600_000;
const SECONDS = String(NOW_MS / 1000);

const BODY = Buffer.from(JSON.stringify({ id: "evt_1", text: "x".repeat(BODY_BYTES) }).slice(0, BODY_BYTES));
const HEADERS = `host in.example.com user-agent Sender/1.0 accept */* accept-encoding gzip,deflate
  content-type application/json content-length 1024 x-forwarded-for 203.0.113.7 x-forwarded-proto https
  x-request-id 7f0c3f1e-0d5b-4c8c-9f5e-3a2b1c0d9e8f x-real-ip 203.0.113.7 connection keep-alive`.split(/\s+/);

const signed = (key: string | Buffer, ...parts: (string | Buffer)[]) => {
  const hmac = createHmac("sha256", key);
  for (const part of parts) hmac.update(part);
  return hmac;
};

/** Each kind of HMAC scheme, with the headers of a signed request. The signature comes last. */
const KINDS = {
  hmac: {
    method: "HMAC",
    auth: { algorithm: "sha256", encoding: "hex", header_key: "X-Signature", webhook_secret_key: SECRET },
    proof: ["X-Signature", signed(SECRET, BODY).digest("hex")],
  },
  github: {
    method: "GITHUB",
    auth: { webhook_secret_key: SECRET },
    proof: ["X-Hub-Signature-256", `sha256=${signed(SECRET, BODY).digest("hex")}`],
  },
  stripe: {
    method: "STRIPE",
    auth: { webhook_secret_key: SECRET },
    proof: ["Stripe-Signature", `t=${SECONDS},v1=${signed(SECRET, `${SECONDS}.`, BODY).digest("hex")}`],
  },
  standardWebhooks: {
    method: "SVIX",
    auth: { webhook_secret_key: SECRET },
    proof: [
      "svix-id",
      "msg_1",
      "svix-timestamp",
      SECONDS,
      "svix-signature",
      `v1,${signed(KEY, `msg_1.${SECONDS}.`, BODY).digest("base64")}`,
    ],
  },
} as const;

export type Kind = keyof typeof KINDS;
// Safe: the keys of a constant.
const NAMES = Object.keys(KINDS) as Kind[];

function evidenceOf(proof: readonly string[]): Evidence {
  return {
    method: "POST",
    path: "/",
    query: null,
    url: "https://in.example.com/e/t0k3n",
    headers: [...HEADERS, ...proof],
    body: BODY,
    receivedAtMs: NOW_MS,
  };
}

/** Returns the microseconds of one verification. */
function timed(run: () => void): number {
  const startedAt = performance.now();
  for (let done = 0; done < BATCH; done++) run();
  return ((performance.now() - startedAt) * 1000) / BATCH;
}

function runOf(kind: Kind, proof: readonly string[], expected: "passed" | "failed"): () => void {
  const verify = VERIFIERS.get(KINDS[kind].method)?.withAuth(KINDS[kind].auth);
  const evidence = evidenceOf(proof);
  return () => {
    const answer = verify?.(evidence);
    if (answer === undefined || answer instanceof Promise || answer.result !== expected)
      throw new Error(`${kind} did not say ${expected}`);
  };
}

export interface VerificationCost {
  addedUs: Record<Kind, number>;
  /** By how much a request with a wrong first byte takes longer than one with a wrong last byte; the median. */
  firstSlowerPercent: number;
  /** Half of the ratios of two equal requests lie within this. */
  noisePercent: number;
}

export function measureVerification(seconds: number): VerificationCost {
  const runs = NAMES.map((kind) => ({
    kind,
    run: runOf(kind, KINDS[kind].proof, "passed"),
    us: [] as number[],
  }));
  for (let batch = 0; batch < WARM_UP_BATCHES; batch++) for (const { run } of runs) timed(run);
  const untilMs = performance.now() + (seconds * 1000) / 2;
  while (performance.now() < untilMs) for (const { run, us } of runs) us.push(timed(run));
  const { proof } = KINDS.hmac;
  const [name, signature] = proof;
  const first = runOf("hmac", [name, changed(signature, 0)], "failed");
  const last = runOf("hmac", [name, changed(signature, signature.length - 1)], "failed");
  const sameAsFirst = runOf("hmac", [name, changed(signature, 0)], "failed");
  const { ratios, control } = compareInTurns(first, last, sameAsFirst, seconds / 2);
  return {
    // Safe: one for each name.
    addedUs: Object.fromEntries(runs.map(({ kind, us }) => [kind, median(us)])) as Record<Kind, number>,
    firstSlowerPercent: (median(ratios) - 1) * 100,
    noisePercent: ((percentile(control, 75) - percentile(control, 25)) / 2) * 100,
  };
}

function changed(signature: string, at: number): string {
  return signature.slice(0, at) + (signature[at] === "0" ? "1" : "0") + signature.slice(at + 1);
}

function compareInTurns(first: () => void, last: () => void, sameAsFirst: () => void, seconds: number) {
  const ratios: number[] = [];
  const control: number[] = [];
  for (let batch = 0; batch < WARM_UP_BATCHES; batch++)
    for (const run of [first, last, sameAsFirst]) timed(run);
  const untilMs = performance.now() + seconds * 1000;
  for (let round = 0; performance.now() < untilMs; round++) {
    ratios.push(ratioOf(first, last, round % 2 === 0));
    control.push(ratioOf(first, sameAsFirst, round % 2 === 0));
  }
  return { ratios, control };
}

/** What runs first finds colder caches, so the order alternates. */
function ratioOf(one: () => void, other: () => void, isInOrder: boolean): number {
  if (isInOrder) {
    const us = timed(one);
    return us / timed(other);
  }
  const otherUs = timed(other);
  return timed(one) / otherUs;
}
