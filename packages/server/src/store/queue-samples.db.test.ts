/** What waits for a destination is sampled, and kept as the most of its minute, hour and day. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventIdBytes, newId, uuidText } from "../ids.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { givenConnection } from "../testing/gateway.ts";
import { requestIdAt } from "../testing/request-id-at.ts";
import { moveAllNews } from "../workers/counting.ts";
import { sampleQueues } from "./queue-samples.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const sample = () => database.db.transaction(sampleQueues);

async function givenEventsOf(
  { project, connection }: { project: string; connection: string },
  events: readonly { status: string; ageMs: number }[],
): Promise<void> {
  for (const { status, ageMs } of events)
    await database.db.query(
      `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, updated_at)
       values ($1, $2, $3, $4, $5, 1, 'INITIAL', now())`,
      [project, uuidText(eventIdBytes(requestIdAt(Date.now() - ageMs), 1)), connection, newId(), status],
    );
}

async function samplesOf(destination: string) {
  const { rows } = await database.db.query<{ span: string; max_depth: number; max_age_ms: number }>(
    `select span, max(max_depth)::int as max_depth, max(max_age_ms)::int as max_age_ms
     from queue_samples where destination_id = $1 group by span order by span`,
    [destination],
  );
  return rows;
}

test("the depth counts what is queued, also news, and the age is that of the oldest event", async () => {
  const given = await givenConnection(database.db, { url: "http://127.0.0.1:1/" });
  await givenEventsOf(given, [
    { status: "QUEUED", ageMs: 90_000 },
    { status: "QUEUED", ageMs: 30_000 },
    { status: "HOLD", ageMs: 500_000 },
    { status: "SUCCESSFUL", ageMs: 400_000 },
  ]);
  await moveAllNews(database.db);
  await givenEventsOf(given, [{ status: "QUEUED", ageMs: 10_000 }]);

  await sample();

  const samples = await samplesOf(given.destination);
  expect(samples.map(({ span, max_depth }) => ({ span, max_depth }))).toEqual(
    ["day", "hour", "minute"].map((span) => ({ span, max_depth: 3 })),
  );
  for (const { max_age_ms } of samples) expect(max_age_ms).toBeGreaterThanOrEqual(90_000);

  await database.db.query("update events set status = 'SUCCESSFUL' where webhook_id = $1", [
    given.connection,
  ]);
  await sample();

  expect(await samplesOf(given.destination)).toEqual(samples);
});

test("a destination for which nothing waits has no samples", async () => {
  const given = await givenConnection(database.db, { url: "http://127.0.0.1:1/" });
  await givenEventsOf(given, [{ status: "SUCCESSFUL", ageMs: 1_000 }]);

  await sample();

  expect(await samplesOf(given.destination)).toEqual([]);
});
