/**
 * What happens to one healthy destination beside many bad ones, all with traffic?
 *
 * The run counts and does not time: how many attempts at the healthy one had begun when the gateway gave up on the
 * first request without an answer. That is one deadline after it was sent, and all requests are accepted long before.
 * The gateway's own records tell, because whoever watches from outside may look too late.
 */
import { Client } from "pg";
import type { Connection } from "@posthorn/contract/connections";
import { RESPONSE_BODY_KEPT_BYTES } from "@posthorn/contract/limits";
import { type BadKind, BOMB, startBadFarEnd } from "./bad-far-ends.ts";
import { eventually, startFarEnd } from "./gateway.ts";
import { watchMemory } from "./memory.ts";
import { type Product, type Protection, createProduct } from "./product.ts";
import { createTraffic } from "./traffic.ts";

/** Silent and slow ones hold each request until the deadline. There are enough of them to take every socket. */
const HOLDING: readonly BadKind[] = [...Array<BadKind>(5).fill("silent"), ...Array<BadKind>(5).fill("slow")];
const ANSWERING: readonly BadKind[] = ["endless", "huge", "bomb", "reset"];

/** How attempts at each of them end, according to docs/reliability.md. */
export const DOCUMENTED_ENDS = {
  healthy: ["SUCCESSFUL 200 2 bytes"],
  silent: ["FAILED TIMEOUT"],
  slow: ["FAILED TIMEOUT"],
  endless: [`SUCCESSFUL 200 ${RESPONSE_BODY_KEPT_BYTES} bytes cut`],
  huge: [`SUCCESSFUL 200 ${RESPONSE_BODY_KEPT_BYTES} bytes cut`],
  bomb: [`SUCCESSFUL 200 ${BOMB.length} bytes`],
  reset: ["FAILED CONNECTION_RESET"],
};

export interface FarEndRun {
  /** Requests to the healthy destination, and to each that holds its requests. */
  requests: number;
  /** Requests to each that answers badly. */
  badAnswers: number;
  /** The deadline of an attempt, instead of the usual 60 s. */
  deadlineMs: number;
  /** Ends the run once the gateway takes more memory than this. */
  stopAtMebibytes?: number;
  /** Ends the run once the gateway has given up on the first request. */
  stopAtFirstTimeout?: boolean;
  without?: readonly Protection[];
}

export interface FarEndOutcome {
  /** How many attempts at the healthy destination began before the gateway gave up on the first without an answer. */
  healthyBeforeFirstTimeout: number;
  /** By the destination's behaviour: every way in which attempts ended. */
  ends: Record<string, string[]>;
  /** How long the attempts without an answer lasted, the shortest and the longest. */
  heldMs: [number, number];
  peakMebibytes: number;
}

export async function runFarEnds({
  requests,
  badAnswers,
  deadlineMs,
  stopAtMebibytes = Number.POSITIVE_INFINITY,
  stopAtFirstTimeout = false,
  without = [],
}: FarEndRun): Promise<FarEndOutcome> {
  const product = await createProduct({ without: [...without, deadlineOf(deadlineMs)] });
  const healthy = await startFarEnd();
  const bad = await Promise.all([...HOLDING, ...ANSWERING].map(startBadFarEnd));
  const [traffic, badTraffic] = [createTraffic(), createTraffic()];
  try {
    await product.start();
    const memory = watchMemory(product.pid() ?? 0);
    const isEnough = (seen: Record<string, string[]>) =>
      memory.peakMebibytes() > stopAtMebibytes ||
      (stopAtFirstTimeout && HOLDING.some((kind) => kind in seen));
    const holding = bad.filter(({ kind }) => HOLDING.includes(kind));
    const answering = bad.filter(({ kind }) => ANSWERING.includes(kind));
    const { url } = await connectAll(product, "held", [healthy, ...holding]);
    const { url: badUrl } = await connectAll(product, "answered", answering);

    await Promise.all([traffic.sendAll(url, requests), badTraffic.sendAll(badUrl, badAnswers)]);
    if (!stopAtFirstTimeout) await healthy.arrivals(requests);
    const ends = await eventually(
      () => endsOf(product, [{ kind: "healthy", url: healthy.url }, ...bad]),
      (seen) => ["healthy", ...ANSWERING, ...HOLDING].every((kind) => kind in seen) || isEnough(seen),
    );
    memory.stop();
    const healthyBeforeFirstTimeout = await begunBeforeFirstTimeout(product, healthy, deadlineMs);
    const heldMs = holding.flatMap((farEnd) => farEnd.heldMs);
    return {
      healthyBeforeFirstTimeout,
      ends,
      heldMs: [Math.min(...heldMs), Math.max(...heldMs)],
      peakMebibytes: memory.peakMebibytes(),
    };
  } finally {
    await Promise.all([traffic.stop(), badTraffic.stop()]);
    healthy.close();
    for (const farEnd of bad) farEnd.close();
    await product.remove();
  }
}

/** A shorter deadline, so that a test need not wait a minute until the gateway gives up on an attempt. */
function deadlineOf(ms: number): Protection {
  return {
    file: "limits.ts",
    from: "export const ATTEMPT_DEADLINE_MS = 60_000;",
    to: `export const ATTEMPT_DEADLINE_MS = ${ms};`,
  };
}

/** Connects one source to all destinations, so that every request goes to each. */
async function connectAll(
  product: Product,
  name: string,
  farEnds: readonly { url: string }[],
): Promise<Connection["source"]> {
  let source: Connection["source"] | undefined;
  for (const [at, { url }] of farEnds.entries()) {
    ({ source } = await product.api<Connection>("PUT", "/connections", {
      name: `${name}-${at}`,
      source: { name },
      destination: { name: `${name}-${at}`, config: { url } },
    }));
  }
  if (!source) throw new Error("there is no far end to connect");
  return source;
}

async function query<Row extends object>(product: Product, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function begunBeforeFirstTimeout(
  product: Product,
  { url }: { url: string },
  deadlineMs: number,
): Promise<number> {
  const [row] = await query<{ count: number }>(
    product,
    `select count(*)::integer as count from attempts
     where starts_with(requested_url, '${url}/') and created_at <
       (select min(created_at) + interval '${deadlineMs} ms' from attempts where error_code = 'TIMEOUT')`,
  );
  return row?.count ?? 0;
}

/** How attempts ended, by the behaviour of their destination, each way once. */
async function endsOf(
  product: Product,
  farEnds: readonly { kind: string; url: string }[],
): Promise<Record<string, string[]>> {
  const rows = await query<{ url: string; end: string }>(
    product,
    `select distinct requested_url as url,
       concat_ws(' ', status, response_status, error_code, octet_length(response_body) || ' bytes',
         case when response_body_cut then 'cut' end) as end
     from attempts order by 1, 2`,
  );
  const ends: Record<string, Set<string>> = {};
  for (const { url, end } of rows) {
    const kind = farEnds.find((farEnd) => url.startsWith(`${farEnd.url}/`))?.kind ?? url;
    (ends[kind] ??= new Set()).add(end);
  }
  return Object.fromEntries(Object.entries(ends).map(([kind, seen]) => [kind, [...seen]]));
}
