/** Settling is the pipeline's most frequent write: PostgreSQL's statistics show whether it touched an index. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventIdBytes, newId, newIdBytes, newRequestIdBytes, uuidText } from "../ids.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { givenProcesses } from "../testing/given-processes.ts";
import { type SettledAttempt, settleAttempts } from "./attempts.ts";
import type { Queryable } from "./database.ts";
import { insertRouted, laneOf } from "./routed.ts";

const OWNER = 1;

let given: FreshDatabase;
beforeAll(async () => {
  given = await freshDatabase();
  await givenProcesses(given.db, OWNER);
});
afterAll(() => given.drop());

async function countUpdates(tx: Queryable): Promise<{ updates: number; in_place: number }> {
  const { rows } = await tx.query<{ updates: number; in_place: number }>(
    `select sum(pg_stat_get_xact_tuples_updated(inhrelid))::int as updates,
       sum(pg_stat_get_xact_tuples_hot_updated(inhrelid))::int as in_place
     from pg_inherits where inhparent = 'events'::regclass`,
  );
  return rows[0] ?? { updates: 0, in_place: 0 };
}

/** How many of the updates that settle one new event PostgreSQL made in place. */
async function inPlace(outcome: Partial<SettledAttempt>): Promise<{ updates: number; in_place: number }> {
  const [team, connection, request] = [newIdBytes(), newIdBytes(), newRequestIdBytes()];
  const id = eventIdBytes(request, 1);
  const createdAtMs = Date.now();
  const subject = { team, connection, connectionKey: uuidText(connection) };
  return given.db.transaction(async (tx) => {
    const event = {
      ...subject,
      id,
      payload: request,
      createdAtMs,
      status: "QUEUED",
      delayMs: 0,
      isLeased: true,
    } as const;
    await insertRouted(laneOf(tx), OWNER, {
      events: [{ ...event, session: null }],
      ignored: [],
      payloads: [],
      executions: [],
    });
    const attempt: SettledAttempt = {
      ...subject,
      event: id,
      attempt_number: 1,
      trigger: "INITIAL",
      status: "SUCCESSFUL",
      event_status: "SUCCESSFUL",
      retryWaitMs: null,
      retries: 0,
      response_status: 200,
      error_code: null,
      http_method: "POST",
      requested_url: `https://example.com/${newId()}`,
      response_headers: [],
      response_body: null,
      response_body_cut: false,
      createdAtMs,
      deliveredAtMs: createdAtMs,
      respondedAtMs: createdAtMs,
      ...outcome,
    };
    const before = await countUpdates(tx);
    await settleAttempts(laneOf(tx), OWNER, [attempt]);
    const after = await countUpdates(tx);
    return { updates: after.updates - before.updates, in_place: after.in_place - before.in_place };
  });
}

test.each([200, 201, 204, 299])(
  "an event that is delivered at once, with %i, changes no index",
  async (status) => {
    expect(await inPlace({ response_status: status })).toEqual({ updates: 1, in_place: 1 });
  },
);

test("an event that fails enters the indexes by which it is found", async () => {
  const failed = { status: "FAILED", event_status: "FAILED", response_status: 500 } as const;

  expect(await inPlace(failed)).toEqual({ updates: 1, in_place: 0 });
});
