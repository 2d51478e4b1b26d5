/**
 * `npm run seed -- --events 2000000 --days 3 --data ./data`: fills a new data directory with the history of a shop.
 *
 * Starts the product on it, seeds, and stops it again. `npm start` then opens it, and sign-in is as printed. With `--index`
 * it also waits until the product has built the search index; without it, the product does that when it runs next.
 */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  API_KEY,
  launchProduct,
  OWNER,
  productOf,
  reservePorts,
  stopProduct,
  THIS_CHECKOUT,
  waitUntilAccepted,
} from "./product.ts";
import { untilIndexed } from "./search-index.ts";
import { DAYS_MAX, seed } from "./seed.ts";

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "2000000" },
    days: { type: "string", default: "3" },
    data: { type: "string", default: "./data" },
    destination: { type: "string", default: "http://127.0.0.1:9" },
    index: { type: "boolean", default: false },
  },
});
const events = Number(values.events);
const days = Number(values.days);
if (!(Number.isInteger(events) && events > 0)) throw new Error("--events must be a whole number above 0");
if (!(Number.isInteger(days) && days > 0 && days <= DAYS_MAX))
  throw new Error(`--days must be a whole number from 1 to ${DAYS_MAX}`);
const dataDir = resolve(values.data);
if (existsSync(dataDir)) throw new Error(`${dataDir} exists already. Name a new directory with --data.`);
await mkdir(dirname(dataDir), { recursive: true });

const ports = await reservePorts();
const place = {
  checkout: THIS_CHECKOUT,
  dataDir,
  logFile: `${dataDir}.log`,
  ports,
  processes: 1,
  profileDir: null,
};
const child = launchProduct(place);
try {
  await waitUntilAccepted(child, place.logFile, "GET", `http://127.0.0.1:${ports.api.port}/readyz`);
  const product = productOf(child, place);
  const beganAtMs = performance.now();
  const secondsSince = () => ((performance.now() - beganAtMs) / 1000).toFixed(1);
  await seed(
    {
      databaseUrl: product.databaseUrl,
      destinationUrl: values.destination,
      async api<Reply>(method: string, path: string, body?: unknown) {
        const response = await fetch(`${product.apiUrl}${path}`, {
          method,
          headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
        return (await response.json()) as Reply; // the caller names the contract's type of this reply
      },
    },
    { events, days },
  );
  console.log(`About ${events} events of ${days} days were written in ${secondsSince()} s.`);
  if (values.index) {
    await untilIndexed(product.databaseUrl);
    console.log(`After ${secondsSince()} s the search index was built.`);
  }
} finally {
  await stopProduct(child, dataDir);
  ports.api.release();
  ports.ingest.release();
}
console.log(`Open it with: POSTHORN_DATA_DIR=${dataDir} npm start`);
console.log(`Sign in as ${OWNER.email} with the password ${OWNER.password}.`);
