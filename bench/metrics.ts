/**
 * How long does a question about metrics take, over 30 days and two million events?
 *
 * Twelve connections are asked about, of two hundred. We append the changes of their counts as the triggers would have
 * done, minute by minute, and the product itself sums them up; the hours of past days are packed. Then every kind of question is
 * asked again and again: by the hour, which is the most rows, and by the day.
 */
import type { Connection } from "@posthorn/contract/connections";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { openDatabase } from "../packages/server/src/store/database.ts";
import { packHours } from "../packages/server/src/store/packed-hours.ts";
import { METRICS_BARS_MS } from "./figures.ts";
import { givenConnection, HEADERS, uuid } from "./given-connection.ts";
import { createPace, type Pace } from "./pace.ts";
import type { Product } from "./product.ts";
import { percentile } from "./statistics.ts";

const REPEATS = 60;
/** They do not count: a product that has run for a while has met such questions before. */
const WARM_UPS = 5;
const CONNECTIONS = 200;
const ASKED_ABOUT = 12;
const DAYS = 30;

export interface MetricsFigures {
  /** The p95 of the slowest question. */
  p95Ms: number;
  /** The same for the small charts of all connections. */
  sparklinesP95Ms: number;
}

/** Four events a minute for each of the twelve make two million in 30 days; the others have one in an hour. */
const MINUTES = `select id as webhook_id, at, case when number <= ${ASKED_ABOUT} then 4 else 1 end as count
  from unnest($2::uuid[]) with ordinality as connections (id, number),
    generate_series(date_trunc('minute', now()) - interval '${DAYS} days', now(), interval '1 minute') as at
  where number <= ${ASKED_ABOUT} or extract(minute from at) = number % 60`;

const STATEMENTS = [
  `insert into event_news (team_id, webhook_id, at, status, response_status, error_code, count, attempts, scheduled_retries)
   select $1, webhook_id, at, status, response_status, error_code, case when status = 'FAILED' then 1 else count end, count, 0
   from (${MINUTES}) as minutes,
     (values ('SUCCESSFUL', 200, ''), ('FAILED', 500, 'BAD_RESPONSE')) as ends (status, response_status, error_code)
   where status = 'SUCCESSFUL' or extract(minute from at)::int % 7 = 0`,
  `insert into attempt_news (team_id, webhook_id, at, status, error_code, trigger, latency_bucket, count, delivered, answered,
     response_ms, response_ms_max, delivery_ms)
   select $1, webhook_id, at, 'SUCCESSFUL', '', 'INITIAL',
     (60 + 15 * (random() + random() + random() + random()))::int, 1, 1, 1, 40, 60, 1
   from (${MINUTES}) as minutes, generate_series(1, count)`,
  `insert into request_news (team_id, source_id, at, rejection_cause, count, discarded)
   select $1, $3, at, '', sum(count), 0 from (${MINUTES}) as minutes group by at`,
];

const COUNTED = ["event", "attempt", "request"] as const;

const IS_NEWS_LEFT =
  "select exists (select from event_news union all select from attempt_news union all select from request_news) as left";
/** Seldom, because a look reads all the places that moved news have left. */
const LOOK_EVERY_MS = 1_000;

/** The product moves the news while we wait. */
async function insertCounts(
  databaseUrl: string,
  connections: readonly Connection[],
  tell: (line: string) => void,
): Promise<void> {
  const [first] = connections;
  if (!first) throw new Error("No connection was made");
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const ids = [uuid("project", first.team_id), connections.map(({ id }) => uuid("connection", id))];
    // All at once: otherwise the product would move the first news while the others are still written.
    await client.query("begin");
    let news = 0;
    for (const statement of STATEMENTS) {
      const values = statement.includes("$3") ? [...ids, uuid("source", first.source.id)] : ids;
      news += (await client.query(statement, values)).rowCount ?? 0;
    }
    await client.query("commit");
    const beganAtMs = performance.now();
    while ((await client.query<{ left: boolean }>(IS_NEWS_LEFT)).rows[0]?.left) await delay(LOOK_EVERY_MS);
    const seconds = (performance.now() - beganAtMs) / 1000;
    tell(
      `${news} news were added up in ${seconds.toFixed(0)} s, ${Math.round(news / seconds)} in a second, the pauses between moves included`,
    );
    await packAllHours(databaseUrl, tell);
    // As the database does by itself within a minute.
    for (const fact of COUNTED)
      await client.query(`vacuum (analyze) ${fact}_news, ${fact}_counters, ${fact}_hours`);
  } finally {
    await client.end();
  }
}

/** As the product does within ten minutes. */
async function packAllHours(databaseUrl: string, tell: (line: string) => void): Promise<void> {
  const db = openDatabase(databaseUrl);
  const beganAtMs = performance.now();
  try {
    for (const fact of COUNTED) while (await db.transaction((tx) => packHours(tx, fact)));
  } finally {
    await db.close();
  }
  tell(`the hours of past days were packed in ${((performance.now() - beganAtMs) / 1000).toFixed(0)} s`);
}

function questions(connections: readonly Connection[]): string[] {
  const asked = connections.slice(0, ASKED_ABOUT);
  const range = `date_range[start]=${new Date(Date.now() - DAYS * 86_400_000).toISOString()}&date_range[end]=${new Date().toISOString()}`;
  const webhooks = asked.map(({ id }) => `filters[webhook_id][]=${id}`).join("&");
  const destinations = asked
    .map(({ destination }) => `filters[destination_id][]=${destination.id}`)
    .join("&");
  return ["1h", "1d"].flatMap((granularity) => {
    const span = `${range}&granularity=${granularity}`;
    return [
      `events?${span}&measures[]=count&measures[]=failed_count&measures[]=error_rate&dimensions[]=webhook_id&${webhooks}`,
      `events?${span}&measures[]=count&dimensions[]=status`,
      `events?${span}&measures[]=avg_attempts&dimensions[]=destination_id&${destinations}`,
      `events?${span}&measures[]=count&measures[]=error_rate&dimensions[]=source_id`,
      `requests?${span}&measures[]=count&measures[]=discarded_count&measures[]=avg_events_per_request&dimensions[]=source_id`,
      `attempts?${span}&measures[]=count&measures[]=response_latency_avg&dimensions[]=destination_id&${destinations}`,
      `attempts?${span}&measures[]=response_latency_p95&measures[]=response_latency_p99&dimensions[]=destination_id&${destinations}`,
      `attempts?${span}&measures[]=response_latency_p95&measures[]=response_latency_p99`,
      `queue-depth?${span}&measures[]=max_depth&dimensions[]=destination_id&${destinations}`,
    ];
  });
}

interface Asked {
  url: string;
  name: string;
  barMs: number;
}

async function p95Of(pace: Pace, { url, name, barMs }: Asked, tell: (line: string) => void): Promise<number> {
  let bytes = 0;
  const ask = async () => {
    const beganAtMs = performance.now();
    const answer = await fetch(url, { headers: HEADERS });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`GET ${url} was answered with ${answer.status}: ${text}`);
    bytes = text.length;
    return performance.now() - beganAtMs;
  };
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) await ask();
  const times = await pace.samples(REPEATS, ask);
  const p95Ms = percentile(times, 95);
  const shown = [
    name.padEnd(96),
    `${String(Math.ceil(bytes / 1000)).padStart(5)} kB`,
    `p50 ${percentile(times, 50).toFixed(1).padStart(6)} ms`,
    `p95 ${p95Ms.toFixed(1).padStart(6)} ms`,
    `of ${barMs} ms${p95Ms > barMs ? "  MISSED" : ""}`,
  ];
  tell(shown.join("  "));
  return p95Ms;
}

export async function measureMetrics(
  product: Product,
  tell: (line: string) => void,
): Promise<MetricsFigures> {
  const connections: Connection[] = [];
  for (let number = 1; number <= CONNECTIONS; number++)
    connections.push(
      await givenConnection(product.apiUrl, { source: "bench-metrics", name: `metrics-${number}` }),
    );
  await insertCounts(product.databaseUrl, connections, tell);
  const pace = createPace();
  let slowest = 0;
  for (const question of questions(connections)) {
    const name = question.replace(/&?(filters\[[^&]*|date_range\[[^&]*)/g, "").replaceAll("[]", "");
    const asked = {
      url: `${product.apiUrl}/metrics/${question}`,
      name: name.replace("?&", "?"),
      barMs: METRICS_BARS_MS.question,
    };
    slowest = Math.max(slowest, await p95Of(pace, asked, tell));
  }
  const sparklines = {
    url: product.apiUrl.replace(/\/[^/]*$/, "/dashboard-api/events-24h"),
    name: "small charts of 200 connections",
    barMs: METRICS_BARS_MS.sparklines,
  };
  const sparklinesP95Ms = await p95Of(pace, sparklines, tell);
  tell(pace.said());
  return { p95Ms: slowest, sparklinesP95Ms };
}
