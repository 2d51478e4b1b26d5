/**
 * Does a bulk retry slow down traffic?
 *
 * One operation retries a hundred thousand failed events while requests come in at a steady rate. The bench times the
 * acks before and during the operation. A refused request ends the run with an error.
 */
import { Client } from "pg";
import type { Stage } from "./measurements.ts";
import { API_KEY, type Product } from "./product.ts";
import { createDeliveringSource } from "./routes-under-load.ts";

const FAILED_EVENTS = 100_000;
const TRAFFIC_PER_SECOND = 200;
const SLICE_SECONDS = 5;

interface Operation {
  id: string;
  in_progress: boolean;
  completed_count: number;
  created_at: string;
  completed_at: string | null;
}

export async function measureBulkRetry(stage: Stage, product: Product, sinkUrl: string): Promise<number> {
  const { samples } = stage;
  const trafficUrl = await createDeliveringSource(product.apiUrl, { name: "beside-bulk", sinkUrl });
  await createDeliveringSource(product.apiUrl, { name: "bulk", sinkUrl });
  const slice = () =>
    stage.generator.ask({
      url: trafficUrl,
      seconds: SLICE_SECONDS,
      connections: stage.options.connections,
      bodyBytes: stage.options.bodyBytes,
      ratePerSecond: TRAFFIC_PER_SECOND,
    });
  await slice();
  await insertFailedEvents(product.databaseUrl, "bench-bulk");
  const before = await slice();
  samples.beforeBulkAckP50Ms.push(before.ackP50Ms);
  samples.beforeBulkAckP99Ms.push(before.ackP99Ms);

  let operation = await ask(product, "POST", "", { query: { status: "FAILED" } });
  while (operation.in_progress) {
    const { ackP50Ms, ackP99Ms, ackMostMs } = await slice();
    samples.besideBulkAckP50Ms.push(ackP50Ms);
    samples.besideBulkAckP99Ms.push(ackP99Ms);
    samples.besideBulkAckMostMs.push(ackMostMs);
    operation = await ask(product, "GET", `/${operation.id}`);
  }
  const { completed_count, created_at, completed_at } = operation;
  if (completed_count !== FAILED_EVENTS)
    throw new Error(`Of ${FAILED_EVENTS} failed events ${completed_count} were retried`);
  const tookMs = Date.parse(completed_at ?? "") - Date.parse(created_at);
  const perSecond = (FAILED_EVENTS * 1000) / tookMs;
  samples.bulkRetriesPerSecond.push(perSecond);
  return perSecond;
}

async function ask({ apiUrl }: Product, method: string, path: string, body?: unknown): Promise<Operation> {
  const answer = await fetch(`${apiUrl}/bulk/events/retry${path}`, {
    method,
    headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok)
    throw new Error(`The bulk retry was answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Operation;
}

/** Inserts them directly into the tables, with ids from an hour ago. They share the payload of the newest request. */
async function insertFailedEvents(databaseUrl: string, sourceName: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `with connection as (
         select connections.id, connections.team_id, sources.id as source_id from connections
         join sources on sources.id = connections.source_id
         where sources.name = $1),
       payload as (
         select payloads.id from payloads, connection where payloads.team_id = connection.team_id order by id desc limit 1),
       made as (
         select lpad(to_hex((extract(epoch from now()) * 1000)::bigint - 3600000 + number / 1000), 12, '0')
           || '7' || lpad(to_hex(number % 1000), 3, '0') || '8' || substr(md5(number::text), 1, 11) as stem
         from generate_series(1, ${FAILED_EVENTS}) as number),
       requested as (
         insert into requests (team_id, id, source_id, accepted_by)
         select connection.team_id, (stem || '0000')::uuid, connection.source_id, 0 from made, connection)
       insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, last_attempt_at, response_status, updated_at)
       select connection.team_id, (stem || '0001')::uuid, connection.id, payload.id, 'FAILED', 1, 'INITIAL', now(), 500, now()
       from made, connection, payload`,
      [sourceName],
    );
    await client.query("analyze events");
  } finally {
    await client.end();
  }
}
