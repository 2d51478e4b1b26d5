/**
 * How long does it take to find a word that stands in one of two million bodies, or to know that it stands nowhere?
 *
 * It first waits until the product has indexed what was stored, and reports what that took. Then it searches as a client
 * does, following `next`: until the first row for a word that is there, until the end for one that is not.
 */
import { Client } from "pg";
import { API_KEY, type Product } from "./product.ts";
import { untilIndexed } from "./search-index.ts";
import { EVENTS, RARE_ID, RARE_TERM } from "./searched-history.ts";

export interface WordFigures {
  /** The slowest of all words and both lists. */
  inADayMs: number;
  inTheArchiveMs: number;
  /** The bytes of the index, divided by those of the bodies. */
  indexShare: number;
}

interface Page {
  count: number;
  pagination: { next?: string };
}

async function search(url: string): Promise<{ tookMs: number; pages: number; found: number }> {
  const beganAtMs = performance.now();
  let [pages, found, next]: [number, number, string | undefined] = [0, 0, undefined];
  do {
    const headers = { authorization: `Bearer ${API_KEY}` };
    const answer = await fetch(next === undefined ? url : `${url}&next=${next}`, { headers });
    if (!answer.ok) throw new Error(`GET ${url} was answered with ${answer.status}`);
    const page = (await answer.json()) as Page; // the API's own shape
    pages++;
    found += page.count;
    next = page.pagination.next;
  } while (next !== undefined && found === 0);
  return { tookMs: performance.now() - beganAtMs, pages, found };
}

/** Returns the index's share of the bodies. */
async function waitForIndex(product: Product, tell: (line: string) => void): Promise<number> {
  const client = new Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const [beganAtMs, before] = [performance.now(), product.usage()];
    await untilIndexed(product.databaseUrl);
    const after = product.usage();
    const perRequestUs = (now: typeof after.gateway, then: typeof after.gateway) =>
      (((now?.cpuMs ?? Number.NaN) - (then?.cpuMs ?? 0)) * 1000) / EVENTS;
    tell(
      `indexed in ${((performance.now() - beganAtMs) / 1000).toFixed(0)} s; CPU for each request ` +
        `${perRequestUs(after.gateway, before.gateway).toFixed(1)} µs gateway, ${perRequestUs(after.database, before.database).toFixed(1)} µs database`,
    );
    const { rows } = await client.query<{ index: number; bodies: number }>(
      `select pg_total_relation_size('search_sections')::float8 as index,
         (select sum(octet_length(body)) from payloads)::float8 as bodies`,
    );
    const [sizes] = rows;
    const share = (sizes?.index ?? 0) / (sizes?.bodies ?? 0);
    tell(
      `the index has ${((sizes?.index ?? 0) / 2 ** 20).toFixed(0)} MiB, ${(share * 100).toFixed(1)} % of the bodies`,
    );
    return share;
  } finally {
    await client.end();
  }
}

const ABSENT = ["Mirabellenknoedel", "0f1e2d3c4b5a69788796a5b4c3d2e1f0"];

export async function measureWords(product: Product, tell: (line: string) => void): Promise<WordFigures> {
  const indexShare = await waitForIndex(product, tell);
  const day = `&created_at[gte]=${new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString()}`;
  const slowest = async (range: string, name: string) => {
    let most = 0;
    for (const list of ["events", "requests"]) {
      for (const word of [RARE_TERM, RARE_ID, ...ABSENT]) {
        const { tookMs, pages, found } = await search(
          `${product.apiUrl}/${list}?search_term=${word}${range}`,
        );
        most = Math.max(most, tookMs);
        if (found > 0 === ABSENT.includes(word)) throw new Error(`${word}: ${found} found`);
        tell(
          `${name}, ${list}, ${word}: ${found > 0 ? "found" : "ruled out"} after ${tookMs.toFixed(0)} ms, ${pages} pages`,
        );
      }
    }
    return most;
  };
  return {
    indexShare,
    inADayMs: await slowest(day, "a day"),
    inTheArchiveMs: await slowest("", "the archive"),
  };
}
