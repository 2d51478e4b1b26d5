/**
 * How long does a page of a list take among two million events, and among their requests?
 *
 * It measures every documented filter on columns, alone and combined, and then searches for words
 * (searched-words.ts). A page may be short and have a cursor to continue: the second column shows its number of rows.
 */
import type { Connection } from "@posthorn/contract/connections";
import { givenConnection, HEADERS, uuid } from "./given-connection.ts";
import type { Product } from "./product.ts";
import { insertSearchedHistory } from "./searched-history.ts";
import { measureWords, type WordFigures } from "./searched-words.ts";
import { percentile } from "./statistics.ts";

const REPEATS = 40;

interface Answer {
  tookMs: number;
  count: number;
  hasNext: boolean;
}

async function ask(url: string): Promise<Answer> {
  const beganAtMs = performance.now();
  const answer = await fetch(url, { headers: HEADERS });
  const page = (await answer.json()) as { count: number; pagination?: { next?: string } }; // the API's own shape
  if (!answer.ok) throw new Error(`GET ${url} was answered with ${answer.status}`);
  return {
    tookMs: performance.now() - beganAtMs,
    count: page.count,
    hasNext: page.pagination?.next !== undefined,
  };
}

const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString();

/** The filters to measure. `often`, `seldom` and so on are connections with many or few events. */
function eventFilters([often, seldom, rarely, never]: readonly Connection[]): string[] {
  return [
    "",
    ...[often, seldom, rarely, never].map((connection) => `webhook_id=${connection?.id}`),
    `source_id=${often?.source.id}`,
    `destination_id=${rarely?.destination.id}`,
    ...["SUCCESSFUL", "FAILED", "SCHEDULED", "QUEUED", "HOLD", "CANCELLED"].map(
      (status) => `status=${status}`,
    ),
    ...["=200", "=204", "=418", "=500", "[gte]=400", "[gte]=600"].map((range) => `response_status${range}`),
    ...["TIMEOUT", "SELF_SIGNED_CERT", "Z_DATA_ERROR"].map((code) => `error_code=${code}`),
    ...["=0", "=6", "[gte]=2", "[gte]=7"].map((range) => `attempts${range}`),
    "next_attempt_at[any]=true",
    `created_at[gte]=${at(12)}&created_at[lte]=${at(11.99)}`,
    `successful_at[gte]=${at(12)}&successful_at[lte]=${at(11.99)}`,
    `last_attempt_at[lte]=${at(20)}`,
    "cli_id[any]=true",
    `status=FAILED&webhook_id=${rarely?.id}`,
    `status=FAILED&webhook_id=${seldom?.id}`,
    `status=FAILED&webhook_id=${often?.id}&response_status=418`,
    "status=FAILED&dir=asc",
  ];
}

function requestFilters(source_id: string): string[] {
  return [
    "",
    `source_id=${source_id}`,
    ...["accepted", "rejected"].map((status) => `status=${status}`),
    ...["VERIFICATION_FAILED", "UNPARSABLE_JSON", "SOURCE_DISABLED"].map(
      (cause) => `rejection_cause=${cause}`,
    ),
    ...["true", "false"].map((verified) => `verified=${verified}`),
    "events_count=0",
    "events_count[gte]=1",
    "ignored_count[gte]=1",
    "cli_events_count[gte]=1",
    `created_at[gte]=${at(12)}&created_at[lte]=${at(11.99)}`,
    `ingested_at[lte]=${at(20)}`,
    `status=rejected&source_id=${source_id}&dir=asc`,
  ];
}

export interface SearchFigures extends WordFigures {
  /** The p95 of the slowest filter. */
  p95Ms: number;
}

export async function measureSearch(product: Product, tell: (line: string) => void): Promise<SearchFigures> {
  const connections: Connection[] = [];
  for (const name of ["often", "seldom", "rarely", "never"]) {
    connections.push(await givenConnection(product.apiUrl, { source: "bench-history", name }));
  }
  const [first] = connections;
  if (!first) throw new Error("No connection was made");
  await insertSearchedHistory(product.databaseUrl, {
    team_id: uuid("project", first.team_id),
    source_id: uuid("source", first.source.id),
    connections: connections.map(({ id }) => uuid("connection", id)),
  });

  let slowest = 0;
  const asked = [
    ...eventFilters(connections).map((filter) => `events?${filter}`),
    ...requestFilters(first.source.id).map((filter) => `requests?${filter}`),
  ];
  for (const list of asked) {
    const url = `${product.apiUrl}/${list}`;
    const answers = [await ask(url)].slice(1); // the first call warms up and does not count
    for (let repeat = 0; repeat < REPEATS; repeat++) answers.push(await ask(url));
    const times = answers.map(({ tookMs }) => tookMs);
    const p95Ms = percentile(times, 95);
    slowest = Math.max(slowest, p95Ms);
    const last = answers.at(-1);
    tell(
      `${list.slice(0, 70).padEnd(72)} ${String(last?.count).padStart(4)} ${last?.hasNext ? "next" : "end "}` +
        ` p50 ${percentile(times, 50).toFixed(1).padStart(7)} ms, p95 ${p95Ms.toFixed(1).padStart(7)} ms`,
    );
  }
  return { p95Ms: slowest, ...(await measureWords(product, tell)) };
}
