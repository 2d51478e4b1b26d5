/**
 * Does a search end at its deadline, whatever it looks for in whatever body?
 *
 * PostgreSQL cannot be interrupted while it compares one value with one pattern. In a body of zeros, a term of many zeros
 * almost matches everywhere, so each comparison of the whole body would take many seconds.
 */
import { LARGE_PAYLOAD_BYTES } from "@posthorn/contract/limits";
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type PooledDatabase } from "../../store/database.ts";
import { givenAccess } from "../../testing/given-access.ts";
import { givenApi, givenEvent, givenRequest, type GivenApi } from "../../testing/given-api.ts";

const NAME = "searching";
/** 2.4 MB, which searches just look into. */
const ZEROS = "0".repeat(LARGE_PAYLOAD_BYTES - 100_000);

let api: GivenApi;
let searching: PooledDatabase;
let webhook_id: string;
let source_id: string;
beforeAll(async () => {
  const identity = await givenAccess();
  searching = openDatabase(identity.databaseUrl, { name: NAME, statementTimeoutMs: 500 });
  api = await givenApi({ identity, apiDatabase: searching });
  const body = { source: { name: "s" }, destination: { name: "d", type: "MOCK_API" } };
  const { body: connection } = await api.call("POST", "/connections", { body });
  webhook_id = internalId("connection", connection.id) ?? "";
  source_id = internalId("source", connection.source.id) ?? "";
});
afterAll(async () => {
  await searching.close();
  await api.stop();
});

async function given(body: string): Promise<string> {
  const { team_id } = api;
  const request_id = await givenRequest(api.db, { team_id, source_id, body });
  return publicId("event", await givenEvent(api.db, { team_id, request_id, webhook_id }));
}

/** What the backends of the API are doing. */
async function busyBackends(): Promise<string[]> {
  const { rows } = await api.db.query<{ query: string }>(
    `select query from pg_stat_activity where application_name = $1 and state = 'active'
       and datname = current_database()`,
    [`posthorn ${NAME}`],
  );
  return rows.map(({ query }) => query);
}

const manyZeros = "0".repeat(4_000);

test.each([
  ["digits", `search_term=${manyZeros}1`],
  ["letters, in either case", `search_term=${manyZeros}x`],
  ["a value", `body={"id":"${manyZeros}1"}`],
])("no backend is busy after the deadline of a search for %s", async (_what, query) => {
  await given(`"${ZEROS}"`);

  const { status } = await api.call("GET", `/events?${query}`);

  expect([200, 503]).toContain(status);
  // Without the deadline, each of them would be busy for minutes.
  await expect.poll(busyBackends, { timeout: 10_000 }).toEqual([]);
});
