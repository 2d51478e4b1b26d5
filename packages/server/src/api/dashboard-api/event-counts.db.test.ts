import { internalId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenApi, type GivenApi } from "../../testing/given-api.ts";
import { moveAllNews } from "../../workers/counting.ts";
import { readEventCounts } from "./event-counts.sql.ts";

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
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

async function givenEvents(
  webhook_id: string,
  atMs: number,
  { failed = 0, delivered = 0, held = 0 }: { failed?: number; delivered?: number; held?: number },
): Promise<void> {
  await api.db.query(
    `insert into event_news (team_id, webhook_id, at, status, response_status, error_code, count, attempts, scheduled_retries)
     select $1, $2, date_trunc('minute', $3::timestamptz), status, 0, '', count, count, 0
     from (values ('FAILED', $4::int), ('SUCCESSFUL', $5::int), ('HOLD', $6::int)) as news (status, count) where count > 0`,
    [api.team_id, webhook_id, new Date(atMs).toISOString(), failed, delivered, held],
  );
}

test("each connection has its total of exactly a day and twelve parts of it, by the status of its events", async () => {
  const busy = await givenConnection("busy");
  const quiet = await givenConnection("quiet");
  // Not at a whole hour, where other parts would have the same hours.
  const nowMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 45 * MINUTE_MS;
  const fromMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - DAY_MS;
  const endMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS + HOUR_MS;
  await givenEvents(busy.webhook_id, endMs - HOUR_MS, { failed: 2, delivered: 3, held: 5 });
  await givenEvents(busy.webhook_id, endMs - 5 * HOUR_MS, { failed: 4 });
  await givenEvents(busy.webhook_id, fromMs - MINUTE_MS, { failed: 1, delivered: 1 });
  await givenEvents(quiet.webhook_id, fromMs, { delivered: 7 });
  await moveAllNews(api.db);
  await givenEvents(busy.webhook_id, endMs - 2 * HOUR_MS, { delivered: 10 });

  const { from, connections } = await readEventCounts(api.db, api.team_id, nowMs);

  expect(from).toBe(new Date(fromMs).toISOString());
  expect(connections.toSorted((a, b) => b.count - a.count)).toEqual([
    {
      webhook_id: busy.webhook_id,
      count: 24,
      buckets: {
        FAILED: [0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 2],
        SUCCESSFUL: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13],
        HOLD: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5],
      },
    },
    {
      webhook_id: quiet.webhook_id,
      count: 7,
      buckets: { SUCCESSFUL: [7, ...Array<number>(11).fill(0)] },
    },
  ]);
  expect((await api.call("GET", "//dashboard-api/events-24h")).body).toMatchObject({
    counts: { [busy.id]: expect.any(Number) },
    buckets: { [busy.id]: { FAILED: expect.any(Array), HOLD: expect.any(Array) } },
  });
});
