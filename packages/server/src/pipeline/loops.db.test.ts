/** Do deliveries that come back to our own sources end, whatever transformations and connections make of them? */
import { afterAll, beforeAll, expect, test } from "vitest";
import { LOOP_MAX_REQUESTS } from "@posthorn/contract/limits";
import { newId } from "../ids.ts";
import { type ConfiguredConnection, eventually, givenConnection, startGateway } from "../testing/gateway.ts";
import { hopsOf } from "./hops.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => (gateway = await startGateway()));
afterAll(() => gateway.stop());

const FRESH_HEADERS = `addHandler("transform", (request) => ({
  ...request, headers: { "content-type": "application/json", "x-posthorn-hops": "0" },
}));`;
const RETRY = { type: "retry", strategy: "linear", interval: 1, count: 5, response_status_codes: null };

async function send(connection: ConfiguredConnection, to: ConfiguredConnection): Promise<void> {
  await gateway.db.query(`update destinations set config = config || $2 where id = $1`, [
    connection.destination,
    JSON.stringify({ url: gateway.url + to.path }),
  ]);
}

async function transformWith(code: string, { project, connection }: ConfiguredConnection): Promise<void> {
  const transformation_id = newId();
  await gateway.db.query(`insert into transformations (id, team_id, name, code) values ($1, $2, 't', $3)`, [
    transformation_id,
    project,
    code,
  ]);
  await gateway.db.query(`update connections set rules = $2 where id = $1`, [
    connection,
    JSON.stringify([{ type: "transform", transformation_id }, RETRY]),
  ]);
}

async function alsoConnect({ project, source, destination }: ConfiguredConnection): Promise<void> {
  const id = newId();
  await gateway.db.query(
    `insert into destinations (id, team_id, name, type, config)
     select $2, team_id, 'second', type, config from destinations where id = $1`,
    [destination, id],
  );
  await gateway.db.query(
    `insert into connections (id, team_id, source_id, destination_id) values ($1, $2, $3, $4)`,
    [newId(), project, source, id],
  );
}

async function whatBecameOf(projects: readonly string[]) {
  const { rows } = await gateway.db.query<Record<"accepted" | "rejected" | "events" | "pending", number>>(
    `select
       (select count(*) from requests where team_id = any ($1) and rejection_cause is null)::int as accepted,
       (select count(*) from requests where team_id = any ($1) and rejection_cause = 'UNKNOWN')::int as rejected,
       (select count(*) from events where team_id = any ($1))::int as events,
       (select count(*) from events where team_id = any ($1)
          and (status not in ('SUCCESSFUL', 'FAILED') or next_attempt_at is not null))::int as pending`,
    [projects],
  );
  return rows[0] ?? { accepted: 0, rejected: 0, events: 0, pending: 0 };
}

/** An event has ended only when its request at the other source is stored, so nothing can follow. */
function untilItEnds(projects: readonly string[], connectionsPerSource: number) {
  return eventually(
    () => whatBecameOf(projects),
    ({ accepted, events, pending }) =>
      accepted > 0 && events === accepted * connectionsPerSource && pending === 0,
  );
}

test("a loop through two projects ends after eight hops, although code returns fresh headers", async () => {
  const [here, there] = [await givenConnection(gateway.db, {}), await givenConnection(gateway.db, {})];
  await send(here, there);
  await send(there, here);
  for (const connection of [here, there]) {
    await transformWith(FRESH_HEADERS, connection);
    await gateway.reload(connection.source);
  }

  await fetch(gateway.url + here.path, { method: "POST", body: "{}" });
  const became = await untilItEnds([here.project, there.project], 1);

  expect(became).toMatchObject({ accepted: 9, rejected: 1 });
  const { rows } = await gateway.db.query<{ headers: string; attempts: number }>(
    `select payloads.headers, attempts from events
     join payloads on payloads.team_id = events.team_id and payloads.id = events.event_data_id
     where events.team_id = any ($1)`,
    [[here.project, there.project]],
  );
  // What is stored is what a retry, a replay or another process sends.
  const hops = rows.map(({ headers }) => hopsOf(JSON.parse(headers)).count);
  expect(hops.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  // The retry rule does not repeat an attempt that was refused as a loop.
  expect(rows.every(({ attempts }) => attempts === 1)).toBe(true);
});

test("a loop that doubles with each hop ends with as many requests as one may cause", async () => {
  const connection = await givenConnection(gateway.db, {});
  await send(connection, connection);
  await alsoConnect(connection);
  await gateway.reload(connection.source);

  await fetch(gateway.url + connection.path, { method: "POST", body: "{}" });
  const { accepted, rejected } = await untilItEnds([connection.project], 2);

  expect(rejected).toBeGreaterThan(0);
  expect(accepted + rejected).toBeLessThanOrEqual(LOOP_MAX_REQUESTS);
});
