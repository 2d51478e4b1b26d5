/**
 * `npm run smoke`: does one request get through a running system?
 *
 * It asks both ports for their health. With POSTHORN_API_KEY it also creates a connection to a listener of its own,
 * sends one request to the source URL and waits for its delivery. You can run it any number of times: its source,
 * destination and connection have fixed names, so later runs use them again.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

const API = baseUrl("POSTHORN_PUBLIC_URL", "http://127.0.0.1:4400");
const INGEST = baseUrl("POSTHORN_INGEST_URL", "http://127.0.0.1:4401");
const API_KEY = process.env["POSTHORN_API_KEY"] ?? "";

const ANSWER_WITHIN_MS = 5_000;
const ARRIVE_WITHIN_MS = 15_000;

/**
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
async function step(name, work) {
  const startedAt = performance.now();
  try {
    const result = await work();
    console.log(`ok      ${name} (${Math.round(performance.now() - startedAt)} ms)`);
    return result;
  } catch (error) {
    return stop(`FAILED  ${name}: ${describe(error)}`);
  }
}

for (const [port, base] of [
  ["API", API],
  ["ingest", INGEST],
]) {
  await step(`the ${port} port is alive: ${base}/healthz`, () => ask(`${base}/healthz`));
  await step(`the ${port} port can store: ${base}/readyz`, () => ask(`${base}/readyz`));
}

if (API_KEY === "") {
  console.log("\nBoth ports are well. Set POSTHORN_API_KEY to send a request through, too.");
} else {
  await sendOneThrough();
}

async function sendOneThrough() {
  const body = JSON.stringify({ smoke: randomUUID() });
  const sink = createServer();
  const arrived = arrivalOf(sink, body);
  sink.listen(0, "127.0.0.1");
  await once(sink, "listening");
  const address = sink.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const url = `http://127.0.0.1:${port}/`;

  // Destination first: an upsert of the connection does not change the URL of an existing destination.
  await step("a destination can be made", () =>
    put("destinations", { name: "smoke", type: "HTTP", config: { url } }),
  );
  const source = await step("a connection can be made", async () => {
    const ends = {
      source: { name: "smoke", type: "WEBHOOK" },
      destination: { name: "smoke", type: "HTTP", config: { url } },
    };
    const { source: made } = await put("connections", { name: "smoke", ...ends });
    if (typeof made?.url !== "string") throw new Error("the answer names no source URL");
    return made.url;
  });
  await step(`the source accepts a request: ${source}`, () =>
    ask(source, { method: "POST", headers: { "content-type": "application/json" }, body }),
  );
  await step(`the request arrives at ${url}`, () => within(ARRIVE_WITHIN_MS, arrived));
  sink.close();
  sink.closeAllConnections();
  console.log("\nOne request went through.");
}

/**
 * Resolves when a request with exactly these bytes came in.
 * @param {import("node:http").Server} sink
 * @param {string} body
 * @returns {Promise<void>}
 */
function arrivalOf(sink, body) {
  return new Promise((done) => {
    sink.on("request", (request, response) => {
      let received = "";
      request.on("data", (chunk) => {
        received += String(chunk);
      });
      request.on("end", () => {
        response.end("ok");
        if (received === body) done();
      });
    });
  });
}

/**
 * @param {string} resource
 * @param {unknown} input
 * @returns {Promise<{ source?: { url?: unknown } }>}
 */
async function put(resource, input) {
  const answer = await ask(`${API}/2025-07-01/${resource}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  // Safe: every field is optional or unknown, and the caller checks the one it uses.
  return /** @type {{ source?: { url?: unknown } }} */ (await answer.json());
}

/**
 * @param {string} url
 * @param {RequestInit} [options]
 */
async function ask(url, options = {}) {
  const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  if (!answer.ok) throw new Error(`answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
  return answer;
}

/**
 * @param {number} ms
 * @param {Promise<void>} work
 */
function within(ms, work) {
  const late = delay(ms, undefined, { ref: false }).then(() => {
    throw new Error(`nothing came within ${ms / 1000} seconds`);
  });
  return Promise.race([work, late]);
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function stop(sentence) {
  console.log(sentence);
  process.exit(1);
}

/** @param {unknown} error */
function describe(error) {
  if (!(error instanceof Error)) return String(error);
  // fetch says only "fetch failed"; the reason is in its cause.
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

/**
 * @param {string} name
 * @param {string} fallback
 */
function baseUrl(name, fallback) {
  return (process.env[name] ?? fallback).replace(/\/+$/, "");
}
