/**
 * What does ingest do with requests that somebody made up, over real sockets and with a real database?
 *
 * Every type has a source. `FUZZED_REQUESTS=50000 npx vitest run --project db fuzzed` sends more of them and prints what
 * happened.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ATTACKED_TYPES, fuzzedRequest } from "../../../testing/fuzzed-requests.ts";
import { givenConnection, startFarEnd, startGateway } from "../../../testing/gateway.ts";
import { INGEST_URL } from "../../../testing/given-access.ts";
import { PROVIDER_SAMPLES } from "../../../testing/provider-samples.ts";
import { randomFrom } from "../../../testing/random.ts";
import { createRawClient } from "../../../testing/raw-http.ts";
import { signedSample } from "../../../testing/signed-sample.ts";
import { usedHeapMebibytes } from "../../../testing/used-heap.ts";
import type { Evidence } from "./evidence.ts";

const REQUESTS = Number(process.env["FUZZED_REQUESTS"] ?? 2_000);
const SENDERS = 8;
const SEED = 1_311;
/** Far more than an answer takes on a busy machine: it bounds only one that never comes. */
const ANSWER_WITHIN_MS = 60_000;
/** Pools, prepared statements and the like; what a request leaves behind would be far more. */
const GROWTH_MAX_MEBIBYTES = 64;

let gateway: Awaited<ReturnType<typeof startGateway>>;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
beforeAll(async () => {
  farEnd = await startFarEnd();
  gateway = await startGateway();
});
afterAll(async () => {
  await gateway.stop();
  farEnd.close();
});

/** One request is one request: a line break would begin another header. */
const inOneLine = (text: string) => text.replaceAll(/[\r\n]/g, "");

function bytesOf(path: string, { method, query, headers, body }: Evidence): Buffer {
  const target = query === null ? path : `${path}?${query}`;
  const lines = [`${method} ${target} HTTP/1.1`, "Host: in.test", `Content-Length: ${body.length}`];
  for (let at = 0; at + 1 < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  return Buffer.concat([Buffer.from(`${lines.map(inOneLine).join("\r\n")}\r\n\r\n`), body]);
}

test(
  "made-up requests are answered without a 500, none is verified, and memory stays flat",
  { timeout: 1_800_000 },
  async () => {
    const sources = await Promise.all(
      ATTACKED_TYPES.map(async (type) => {
        const auth = PROVIDER_SAMPLES[type]?.otherAuth ?? PROVIDER_SAMPLES[type]?.auth ?? null;
        const { path } = await givenConnection(gateway.db, { url: farEnd.url, source: { type, auth } });
        return { type, path };
      }),
    );
    const random = randomFrom(SEED);
    const statuses: Record<number, number> = {};
    let made = 0;
    async function sendUntil(count: number): Promise<void> {
      const client = createRawClient(gateway.url, ANSWER_WITHIN_MS);
      while (made < count) {
        const { type, path } = sources[made++ % sources.length] ?? expect.fail("no type verifies anything");
        const { evidence } = signedSample(type, { nowMs: Date.now(), url: INGEST_URL + path });
        const request = bytesOf(path, fuzzedRequest(random, type, evidence));
        const { status } = await client.ask(request);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 500 || status === 0)
          expect.fail(`${type} got ${status}: ${request.toString("latin1")}`);
      }
      client.close();
    }
    const sendAll = (count: number) => Promise.all(Array.from({ length: SENDERS }, () => sendUntil(count)));

    await sendAll(REQUESTS / 2);
    const before = { heap: usedHeapMebibytes(), rss: process.memoryUsage.rss() };
    await sendAll(REQUESTS);
    const after = { heap: usedHeapMebibytes(), rss: process.memoryUsage.rss() };

    const { rows } = await gateway.db.query<{ kind: string; count: number }>(
      `select coalesce(rejection_cause, 'accepted') || case when verified then ', verified' else '' end as kind,
       count(*)::int as count
     from requests group by 1 order by 2 desc`,
    );
    if (process.env["FUZZED_REQUESTS"] !== undefined)
      process.stdout.write(`${JSON.stringify({ statuses, stored: rows, before, after }, null, 2)}\n`);
    const kinds = rows.map(({ kind }) => kind);
    expect(kinds).toContain("VERIFICATION_FAILED");
    expect(kinds.filter((kind) => /verified|accepted|FATAL/.test(kind))).toEqual([]);
    expect(farEnd.received).toEqual([]);
    expect(statuses[401]).toBeGreaterThan(REQUESTS / 4);
    expect(statuses[200]).toBeGreaterThan(0); // challenges
    expect(after.heap - before.heap).toBeLessThan(GROWTH_MAX_MEBIBYTES);
  },
);
