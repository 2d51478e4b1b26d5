/**
 * Two gateways on one database, many sources, and broken connections: no commit waits for another; counts are right.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import {
  type ConfiguredConnection,
  eventually,
  givenConnection,
  startFarEnd,
  startGateway,
} from "../testing/gateway.ts";
import { miscounted } from "../testing/miscounted.ts";

const SOURCES = 24;
const ROUNDS = 12;

let database: FreshDatabase;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let gateways: Awaited<ReturnType<typeof startGateway>>[];
let connections: ConfiguredConnection[];
beforeAll(async () => {
  database = await freshDatabase();
  // Every count takes a moment, so that batches of both gateways certainly count at the same time.
  await database.db.query(
    `create function take_a_moment() returns trigger language plpgsql as $$
     begin
       perform pg_sleep(0.003);
       return new;
     end $$;
     create trigger slow before insert on event_news for each row execute function take_a_moment()`,
  );
  let answers = 0;
  farEnd = await startFarEnd((_, response) => {
    response.statusCode = ++answers % 3 === 0 ? 500 : 200;
    response.end();
  });
  connections = [];
  for (let source = 0; source < SOURCES; source++)
    connections.push(await givenConnection(database.db, { url: farEnd.url }));
  const shared = { ...database, drop: () => Promise.resolve() };
  gateways = [await startGateway(shared), await startGateway(shared)];
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop();
  farEnd.close();
  await database.drop();
});

/** One request to every source through every gateway; the two go through the sources in opposite orders. */
async function postToAll(): Promise<number[]> {
  const posts = gateways.flatMap(({ url }, number) =>
    (number === 0 ? connections : connections.toReversed()).map(({ path }) =>
      fetch(`${url}${path}`, { method: "POST", body: "x" }).then((response) => response.status),
    ),
  );
  return Promise.all(posts);
}

interface Sums {
  requests: number;
  events: number;
  attempts: number;
  unfinished: number;
}
async function sums(): Promise<Sums> {
  const { rows } = await database.db.query<Sums>(
    `select (select count(*)::int from requests) as requests, (select count(*)::int from events) as events,
       (select count(*)::int from attempts) as attempts,
       (select count(*)::int from events where status = 'QUEUED' or lease_owner is not null) as unfinished`,
  );
  const [row] = rows;
  if (!row) throw new Error("A query without conditions returned no row");
  return row;
}
const finished = () =>
  eventually(sums, ({ requests, events, unfinished }) => events === requests && unfinished === 0);

test("two gateways that count the same sources refuse nobody", async () => {
  const statuses: number[] = [];
  for (let round = 0; round < ROUNDS; round++) statuses.push(...(await postToAll()));

  const after = await finished();

  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(after.requests).toBe(2 * SOURCES * ROUNDS);
  expect(await miscounted(database.db)).toEqual([]);
  expect(gateways.flatMap(({ lines }) => lines).filter((line) => line.includes("40P01"))).toEqual([]);
});

test("counts stay right when connections of either gateway break", async () => {
  const before = await sums();
  const statuses: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const posting = postToAll();
    await database.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'posthorn lane' and datname = current_database() and pid % 2 = $1`,
      [round % 2],
    );
    statuses.push(...(await posting));
  }
  await eventually(postToAll, (all) => all.every((status) => status === 200));

  const after = await finished();

  const stored = statuses.filter((status) => status === 200).length;
  expect(after.requests - before.requests).toBeGreaterThanOrEqual(stored);
  expect(await miscounted(database.db)).toEqual([]);
});
