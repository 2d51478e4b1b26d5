import { internalId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventIdBytes, firstIdAt, uuidBytes, uuidText } from "../../ids.ts";
import { givenApi, type GivenApi } from "../../testing/given-api.ts";
import { readEventCounts } from "./event-counts.sql.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

let api: GivenApi;
let nowMs: number;
let events = 0;
beforeAll(async () => {
  api = await givenApi();
  nowMs = Date.now();
});
afterAll(() => api.stop());

async function givenConnection(name: string): Promise<{ id: string; webhook_id: string }> {
  const { body } = await api.call("POST", "/connections", {
    body: {
      source: { name },
      destination: { name, config: { url: "https://api.example.com/hooks" } },
    },
  });
  return { id: body.id, webhook_id: internalId("connection", body.id) ?? "" };
}

/** Events that were made `agoMs` ago, as the counters and the table of events have them. */
async function givenEvents(
  webhook_id: string,
  agoMs: number,
  { failed = 0, delivered = 0 }: { failed?: number; delivered?: number },
): Promise<void> {
  const atMs = nowMs - agoMs;
  const statuses = [...Array<string>(failed).fill("FAILED"), ...Array<string>(delivered).fill("SUCCESSFUL")];
  for (const status of statuses) {
    const id = uuidText(eventIdBytes(uuidBytes(firstIdAt(atMs)), ++events));
    await api.db.query(
      `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, updated_at)
       values ($1, $2, $3, $2, $4, 1, 'INITIAL', now())`,
      [api.team_id, id, webhook_id, status],
    );
  }
  // Two lanes have counted.
  await api.db.query(
    `insert into minute_counters (team_id, minute, subject_id, measure, lane, count)
     select $1::uuid, date_trunc('minute', $2::timestamptz), $3::uuid, 'EVENT', lane, count
     from unnest(array[1, 2], array[1, $4::int - 1]) as counted (lane, count)`,
    [api.team_id, new Date(atMs).toISOString(), webhook_id, statuses.length],
  );
}

test("each connection has its total and twelve parts, the failed events apart", async () => {
  const busy = await givenConnection("busy");
  const quiet = await givenConnection("quiet");
  await givenEvents(busy.webhook_id, 10 * 60_000, { failed: 2, delivered: 3 });
  await givenEvents(busy.webhook_id, 5 * HOUR_MS, { failed: 4 });
  await givenEvents(quiet.webhook_id, 23.5 * HOUR_MS, { delivered: 7 });
  await api.db.query(
    `insert into minute_counters (team_id, minute, subject_id, measure, lane, count)
     select $1::uuid, minute, $2::uuid, measure, 1, 100
     from (values (now(), 'FAILED'), (now(), 'IGNORED'), (now() - interval '25 hours', 'EVENT')) as other (minute, measure)`,
    [api.team_id, busy.webhook_id],
  );

  const { status, body } = await api.call("GET", "//dashboard-api/events-24h");

  expect(status).toBe(200);
  expect(body.counts).toEqual({ [busy.id]: 9, [quiet.id]: 7 });
  expect(body.buckets).toEqual({
    [busy.id]: { failed: [0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 2], others: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3] },
    [quiet.id]: { failed: Array(12).fill(0), others: [7, ...Array<number>(11).fill(0)] },
  });
  expect(body.failed_since).toBeNull();
  const fromMs = Date.parse(body.from);
  expect(fromMs % 60_000).toBe(0);
  expect(fromMs).toBeGreaterThan(nowMs - DAY_MS);
});

test("of too many failures only the newest are counted, and the answer says since when", async () => {
  const { connections, failed_since } = await readEventCounts(api.db, api.team_id, nowMs, 3);

  const failed = connections.flatMap((one) => one.failed).reduce((sum, count) => sum + count, 0);

  expect(failed).toBe(3);
  expect(failed_since).toBe(new Date(nowMs - 5 * HOUR_MS).toISOString());
  expect(connections.reduce((sum, { count }) => sum + count, 0)).toBe(16);
});
