/**
 * Three processes are one gateway: for senders, for destinations with a limit, for CLIs and for people.
 *
 * Every request here comes on a connection of its own, so the system spreads them over the processes. At level debug each
 * routed request has a line with the number of its process, which shows that it did.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { listEvents } from "@posthorn/contract/events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownersSession } from "../testing/claimed-cli-key.ts";
import { connectCli, sessionId } from "../testing/cli-client.ts";
import { eventually, startFarEnd } from "../testing/gateway.ts";
import { createProduct, type Product } from "../testing/product.ts";

const PROCESSES = [1, 2, 3];
/** So many fresh connections reach all processes, but for one case in billions. */
const REQUESTS = 60;

let product: Product;
beforeAll(async () => {
  product = await createProduct({
    environment: { POSTHORN_PROCESSES: String(PROCESSES.length), POSTHORN_LOG_LEVEL: "debug" },
  });
  await product.start();
  await eventually(
    () => Promise.resolve(product.output()),
    (output) => output.includes('"event":"started"'),
  );
});
afterAll(async () => {
  await product.stop();
  await product.remove();
});

function onItsOwn(
  url: string,
  { headers = {}, ...rest }: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetch(url, { ...rest, headers: { ...headers, connection: "close" } });
}

async function sendAll(url: string): Promise<void> {
  for (let number = 0; number < REQUESTS; number++) {
    const reply = await onItsOwn(url, { method: "POST", body: JSON.stringify({ number }) });
    expect(reply.status).toBe(200);
  }
}

/** The processes that routed requests since the log had this length. */
function routersSince(length: number): Set<unknown> {
  const lines = product.output().slice(length).split("\n").slice(0, -1);
  return new Set(
    lines.filter((line) => line.includes('"request.routed"')).map((line) => JSON.parse(line).in_process),
  );
}

const sorted = (numbers: Set<unknown>) => [...numbers].map(Number).toSorted((a, b) => a - b);

test("a destination's limit holds, whichever processes accept its requests, and each event arrives once", async () => {
  const perSecond = 10;
  const arrivedAtMs: number[] = [];
  const farEnd = await startFarEnd((_, response) => {
    arrivedAtMs.push(performance.now());
    response.end("ok");
  });
  try {
    const { source } = await product.api<Connection>("PUT", "/connections", {
      name: "limited",
      source: { name: "limited" },
      destination: {
        name: "limited",
        config: { url: farEnd.url, rate_limit: perSecond, rate_limit_period: "second" },
      },
    });
    const logged = product.output().length;
    await sendAll(source.url);
    await eventually(
      () => Promise.resolve(arrivedAtMs.length),
      (count) => count >= REQUESTS,
    );

    expect(sorted(routersSince(logged))).toEqual(PROCESSES);
    const numbers = farEnd.received.map(({ body }) => Number(JSON.parse(body.toString()).number));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: REQUESTS }, (_, number) => number),
    );
    // Paced by each process on its own, all would arrive in a third of that. A busy machine sees arrivals late, and may see
    // the first one latest.
    const tookMs = (arrivedAtMs.at(-1) ?? 0) - (arrivedAtMs[0] ?? 0);
    expect(tookMs).toBeGreaterThan(((REQUESTS - 1) / perSecond) * 1_000 - 2_000);
  } finally {
    farEnd.close();
  }
});

test("the socket of a CLI is at one process, and gets what all of them accept", async () => {
  const { id, source } = await product.api<Connection>("PUT", "/connections", {
    name: "laptop",
    source: { name: "laptop" },
    destination: { name: "laptop", type: "CLI", config: { path: "/" } },
  });
  const cli = await connectCli({
    url: product.publicUrl,
    key: product.apiKey,
    session: sessionId(),
    connections: [id],
  });
  cli.socket.on("message", (data: Buffer) => {
    const { event, body } = JSON.parse(data.toString());
    if (event === "attempt") cli.answer({ attempt_id: body.attempt_id, status: 200, data: "" });
  });
  try {
    const logged = product.output().length;
    await sendAll(source.url);
    const attempts = await cli.arrivals(REQUESTS);

    expect(sorted(routersSince(logged))).toEqual(PROCESSES);
    const bodies = attempts.map(({ request }) => Number(JSON.parse(request.data_string).number));
    expect(new Set(bodies).size).toBe(REQUESTS);
  } finally {
    await cli.close();
  }
});

async function eventsOf(source_id: string): Promise<ReplyOf<typeof listEvents>> {
  const reply = await onItsOwn(`${product.publicUrl}/2025-07-01/events?limit=1&source_id=${source_id}`, {
    headers: { authorization: `Bearer ${product.apiKey}` },
  });
  return (await reply.json()) as ReplyOf<typeof listEvents>; // as the contract has it
}

test("a list shows an event at once, whichever process accepted it and whichever is asked", async () => {
  const farEnd = await startFarEnd();
  try {
    const { source } = await product.connect(farEnd.url);
    for (let time = 0; time < 6; time++) {
      const accepted = (await onItsOwn(source.url, { method: "POST", body: "{}" }).then((reply) =>
        reply.json(),
      )) as { request_id: string }; // as the contract has it
      const event = await eventually(
        () => product.api<ReplyOf<typeof listEvents>>("GET", `/events?request_id=${accepted.request_id}`),
        ({ models }) => models.length === 1,
      );
      const shown = await Promise.all(Array.from({ length: 12 }, () => eventsOf(source.id)));
      for (const { models } of shown) expect(models[0]?.id).toBe(event.models[0]?.id);
    }
  } finally {
    farEnd.close();
  }
});

test("who signs in at one process is known at all of them, and signs out of all", async () => {
  const cookie = await ownersSession(product.publicUrl);
  const isSignedIn = async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, () =>
        onItsOwn(`${product.publicUrl}/dashboard-api/session`, { headers: { cookie } }),
      ),
    );
    return new Set(replies.map(({ status }) => status));
  };
  expect(await isSignedIn()).toEqual(new Set([200]));

  await onItsOwn(`${product.publicUrl}/auth/sign-out`, {
    method: "POST",
    headers: { cookie, origin: product.publicUrl, "content-type": "application/json" },
    body: "{}",
  });

  expect(await isSignedIn()).toEqual(new Set([401]));
});
