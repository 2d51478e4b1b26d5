/** Is what the seed writes like what the product would have written: the right number of events, and no count wrong? */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { freshDatabase } from "../packages/server/src/testing/fresh-database.ts";
import { miscounted } from "../packages/server/src/testing/miscounted.ts";
import { writeHistory } from "./history.ts";
import { RARE_WORD, seededHistory } from "./seeded-history.ts";

const DAYS = 2;

function ids(count: number): string[] {
  return Array.from({ length: count }, () => randomUUID());
}

test("a seeded history has all kinds of events, their attempts, and counts that equal the rows", async () => {
  const { url, db, drop } = await freshDatabase();
  const shop = {
    team_id: randomUUID(),
    sources: ids(4),
    connections: ids(5),
    urls: Array<string>(5).fill("http://127.0.0.1:9/"),
  };

  await writeHistory(url, seededHistory(shop, { events: 3_000, days: DAYS, now: new Date() }));

  const { rows } = await db.query<Record<string, number | string[]>>(
    `select
       (select count(*) from events) as events,
       (select sum(attempts)::int from events) - (select count(*) from attempts) as missing_attempts,
       (select array_agg(distinct status order by status) from events) as statuses,
       (select array_agg(distinct cause order by cause) from ignored_events) as ignored,
       (select array_agg(distinct rejection_cause order by rejection_cause) from requests where rejection_cause is not null) as rejected,
       (select count(*) from events left join requests on requests.id = event_data_id where requests.id is null) as strays,
       (select count(*) from payloads where position('${RARE_WORD}' in convert_from(body, 'UTF8')) > 0) as rare,
       (select count(*) from events where next_attempt_at <= now() + interval '1 day') as due`,
  );
  expect(rows[0]).toEqual({
    events: 3_081,
    missing_attempts: 0,
    statuses: ["CANCELLED", "FAILED", "HOLD", "SCHEDULED", "SUCCESSFUL"],
    ignored: ["DUPLICATE", "FILTERED"],
    rejected: ["UNPARSABLE_JSON", "VERIFICATION_FAILED"],
    strays: 0,
    rare: 1,
    due: 0,
  });
  expect(await miscounted(db)).toEqual([]);
  await drop();
});
