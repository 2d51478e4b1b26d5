/**
 * Does each group of a destination's deliveries have its own pace at the far end, without delaying the other groups?
 *
 * A rate of one an hour never gives a second slot within a test. To show that a delivery does not come, a test waits
 * for another delivery that was asked for later.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DeliveryGroups } from "@posthorn/contract/destinations";
import { newId } from "../ids.ts";
import { requeueEvent } from "../store/events.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import {
  type ConfiguredConnection,
  eventually,
  givenConnection,
  startFarEnd,
  startGateway,
} from "../testing/gateway.ts";
import { paceOf } from "./schedule/limiter.ts";

type Gateway = Awaited<ReturnType<typeof startGateway>>;
let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const HOURLY: DeliveryGroups = { key: "body.shop", rate: 1, rate_period: "hour" };

/** A far end that records what came when, by shop. */
async function startShops(status = () => 200) {
  const came: { shop: string | null; number: number; atMs: number }[] = [];
  const farEnd = await startFarEnd((_, response, body) => {
    const { shop = null, number } = JSON.parse(body.toString());
    came.push({ shop, number, atMs: performance.now() });
    response.writeHead(status()).end("ok");
  });
  return {
    ...farEnd,
    came,
    of: (shop: string | null) => came.filter((one) => one.shop === shop),
    /** Resolves when this many deliveries of a shop have come. */
    arrived: (shop: string | null, count: number) =>
      eventually(
        async () => came.filter((one) => one.shop === shop),
        (some) => some.length >= count,
      ),
  };
}

async function given(url: string, delivery_groups: DeliveryGroups | null, config: object = {}, to = gateway) {
  const connection = await givenConnection(to.db, {
    url,
    destination: { config: { ...(delivery_groups && { delivery_groups }), ...config } },
  });
  await to.reload(connection.source);
  await owned(connection, to);
  return connection;
}

async function change(
  { destination, source }: ConfiguredConnection,
  delivery_groups: DeliveryGroups | null,
  to = gateway,
) {
  await to.db.query(`update destinations set config = config - 'delivery_groups' || $2 where id = $1`, [
    destination,
    JSON.stringify(delivery_groups ? { delivery_groups } : {}),
  ]);
  await to.reload(source);
}

/** Resolves when a process owns the limiter of this destination. */
async function owned({ destination }: ConfiguredConnection, to: Gateway): Promise<void> {
  const { rows } = await to.db.query<{ config: object }>(`select config from destinations where id = $1`, [
    destination,
  ]);
  if (!rows[0] || !("delivery_groups" in rows[0].config)) return;
  await eventually(
    async () => (await to.db.query(`select from limiters where id = $1`, [destination])).rowCount,
    (count) => count === 1,
  );
}

async function post(connection: ConfiguredConnection, shop: string | null, count: number, to = gateway) {
  await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const response = await fetch(to.url + connection.path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...(shop !== null && { shop }), number }),
      });
      expect(response.status).toBe(200);
      await response.text();
    }),
  );
}

interface EventRow {
  id: string;
  status: string;
  delivery_group: string | null;
  lease_owner: number | null;
}

async function events({ project }: ConfiguredConnection, to = gateway): Promise<EventRow[]> {
  const { rows } = await to.db.query<EventRow>(
    `select id, status, delivery_group, lease_owner from events where team_id = $1 order by id`,
    [project],
  );
  return rows;
}

/** The k-th delivery of a group never comes before its k-th slot. */
function expectPaced(came: readonly { atMs: number }[], sinceMs: number, perSecond: number): void {
  const pace = paceOf(perSecond, 1_000);
  for (const [at, { atMs }] of came.entries())
    expect(atMs - sinceMs).toBeGreaterThanOrEqual(at * pace.intervalMs - pace.toleranceMs - 1);
}

test("each group is paced by itself, with its own rate where it has one", async () => {
  const farEnd = await startShops();
  const overrides = { big: { rate: 50, rate_period: "second" as const } };
  const connection = await given(farEnd.url, {
    key: "body.shop",
    rate: 10,
    rate_period: "second",
    overrides,
  });

  const sinceMs = performance.now();
  await Promise.all([post(connection, "a", 15), post(connection, "b", 15), post(connection, "big", 75)]);
  await Promise.all([farEnd.arrived("a", 15), farEnd.arrived("b", 15), farEnd.arrived("big", 75)]);

  for (const [shop, rate] of [
    ["a", 10],
    ["b", 10],
    ["big", 50],
  ] as const)
    expectPaced(farEnd.of(shop), sinceMs, rate);
  expect(farEnd.came).toHaveLength(105);
  expect(new Set((await events(connection)).map(({ delivery_group }) => delivery_group))).toEqual(
    new Set(["a", "b", "big"]),
  );
  farEnd.close();
});

test("the rate of the destination holds for all groups together", async () => {
  const farEnd = await startShops();
  const connection = await given(
    farEnd.url,
    { key: "body.shop", rate: 15, rate_period: "second" },
    { rate_limit: 20, rate_limit_period: "second" },
  );

  const sinceMs = performance.now();
  await Promise.all([post(connection, "a", 15), post(connection, "b", 15), post(connection, null, 10)]);
  await farEnd.arrivals(40);

  expectPaced(farEnd.came, sinceMs, 20);
  expectPaced(farEnd.of("a"), sinceMs, 15);
  farEnd.close();
});

test("a thousand that wait for one group delay no other", async () => {
  const farEnd = await startShops();
  const connection = await given(farEnd.url, {
    key: "body.shop",
    rate: 1,
    rate_period: "hour",
    overrides: { quick: { rate: 1_000, rate_period: "second" } },
  });
  for (let round = 0; round < 10; round++) await post(connection, "slow", 100);
  await farEnd.arrived("slow", 1);

  await post(connection, "quick", 50);
  await post(connection, "another", 1);
  await post(connection, null, 5);
  await Promise.all([farEnd.arrived("quick", 50), farEnd.arrived("another", 1), farEnd.arrived(null, 5)]);

  expect(farEnd.of("slow")).toHaveLength(1); // the next slot of the slow group is an hour away
  const slow = (await events(connection)).filter(({ delivery_group }) => delivery_group === "slow");
  expect(slow).toHaveLength(1_000);
  // Events that wait for a slot of their group wait in the database.
  expect(slow.filter(({ lease_owner }) => lease_owner !== null)).toEqual([]);
  farEnd.close();
});

test("each of many groups gets its turn", async () => {
  const farEnd = await startShops();
  const connection = await given(farEnd.url, HOURLY);
  const shops = Array.from({ length: 700 }, (_, at) => `shop-${at}`);

  for (let at = 0; at < shops.length; at += 50)
    await Promise.all(shops.slice(at, at + 50).map((shop) => post(connection, shop, 2)));
  await farEnd.arrivals(shops.length);

  expect(new Set(farEnd.came.map(({ shop }) => shop))).toEqual(new Set(shops));
  expect(farEnd.came).toHaveLength(shops.length);
  farEnd.close();
});

test("an event without a value is in no group", async () => {
  const farEnd = await startShops();
  const connection = await given(farEnd.url, HOURLY);

  await post(connection, null, 20);
  await farEnd.arrivals(20);

  expect((await events(connection)).map(({ delivery_group }) => delivery_group)).toEqual(Array(20).fill(""));
  farEnd.close();
});

test("retries wait for their group like everything else", async () => {
  let status = 500;
  const farEnd = await startShops(() => status);
  const connection = await given(farEnd.url, HOURLY);
  await post(connection, "a", 1);
  const [failed] = await eventually(
    () => events(connection),
    (rows) => rows[0]?.status === "FAILED",
  );
  status = 200;

  await requeueEvent(gateway.db, { team_id: connection.project, id: failed?.id ?? "", trigger: "MANUAL" });
  await post(connection, "b", 1);
  await farEnd.arrived("b", 1);

  expect(farEnd.of("a")).toHaveLength(1);
  await change(connection, { ...HOURLY, rate: 100, rate_period: "second" });
  await farEnd.arrived("a", 2);
  farEnd.close();
});

test("another rate, and none, count for what waits already", async () => {
  const farEnd = await startShops();
  const connection = await given(farEnd.url, HOURLY);
  await post(connection, "a", 30);
  await post(connection, "b", 30);
  await Promise.all([farEnd.arrived("a", 1), farEnd.arrived("b", 1)]);

  await change(connection, { ...HOURLY, overrides: { a: { rate: 50, rate_period: "second" } } });
  await farEnd.arrived("a", 30);
  expect(farEnd.of("b")).toHaveLength(1);
  await change(connection, null);
  await farEnd.arrived("b", 30);

  expect(farEnd.came).toHaveLength(60);
  await eventually(
    () => events(connection),
    (rows) => rows.every((row) => row.status === "SUCCESSFUL" && row.lease_owner === null),
  );
  farEnd.close();
});

test("what was made before a destination had groups is in none, and is found behind what waits for them", async () => {
  const farEnd = await startShops();
  const connection = await given(farEnd.url, null);
  await gateway.db.query(`update connections set paused_at = now() where id = $1`, [connection.connection]);
  await gateway.reload(connection.source);
  await post(connection, "old", 10);
  await change(connection, HOURLY);
  await owned(connection, gateway);
  await gateway.db.query(`update connections set paused_at = null where id = $1`, [connection.connection]);
  await gateway.reload(connection.source);
  await post(connection, "new", 20);
  await farEnd.arrived("new", 1);

  // Due after the others.
  await gateway.db.query(
    `update events set status = 'QUEUED', next_attempt_at = now() where team_id = $1 and status = 'HOLD'`,
    [connection.project],
  );
  await farEnd.arrived("old", 10);

  expect(farEnd.of("new")).toHaveLength(1);
  farEnd.close();
});

test("a restart gives no slot for free", async () => {
  const database = await freshDatabase();
  const kept = { ...database, drop: async () => undefined };
  const farEnd = await startShops();
  const first = await startGateway(kept);
  const connection = await given(farEnd.url, HOURLY, {}, first);
  await post(connection, "a", 3, first);
  await farEnd.arrived("a", 1);
  // The slot is stored at once, not only by an orderly stop.
  await eventually(
    async () => (await first.db.query(`select from limiter_groups where delivery_group = 'a'`)).rowCount,
    (count) => count === 1,
  );
  await first.stop();

  const second = await startGateway(database);
  await second.reload(connection.source);
  await post(connection, "b", 1, second);
  await farEnd.arrived("b", 1);

  expect(farEnd.of("a")).toHaveLength(1);
  await second.stop();
  farEnd.close();
});

test("two processes pace a group as one", async () => {
  const database = await freshDatabase();
  const kept = { ...database, drop: async () => undefined };
  const farEnd = await startShops();
  const first = await startGateway(kept);
  const second = await startGateway(kept);
  const connection = await given(
    farEnd.url,
    { key: "body.shop", rate: 10, rate_period: "second" },
    {},
    first,
  );
  await second.reload(connection.source);

  const sinceMs = performance.now();
  await Promise.all(
    [first, second].flatMap((to) => [post(connection, "a", 10, to), post(connection, "b", 10, to)]),
  );
  await farEnd.arrivals(40);

  for (const shop of ["a", "b"]) expectPaced(farEnd.of(shop), sinceMs, 10);
  expect(farEnd.came).toHaveLength(40);
  await Promise.all([first.stop(), second.stop()]);
  await database.drop();
  farEnd.close();
});

test("what a transformation made decides about the group", async () => {
  const farEnd = await startShops();
  const connection = await given(farEnd.url, HOURLY);
  const code = `addHandler("transform", (request) => {
    request.body.shop = request.body.number === 0 ? "changed" : null;
    return request;
  });`;
  const transformation_id = newId();
  await gateway.db.query(
    `insert into transformations (id, team_id, name, code) values ($1, $2, 'shops', $3)`,
    [transformation_id, connection.project, code],
  );
  await gateway.db.query(`update connections set rules = $2 where id = $1`, [
    connection.connection,
    JSON.stringify([{ type: "transform", transformation_id }]),
  ]);
  await gateway.reload(connection.source);

  await post(connection, "sent", 2);
  await farEnd.arrivals(2);

  expect(new Set((await events(connection)).map(({ delivery_group }) => delivery_group))).toEqual(
    new Set(["", "changed"]),
  );
  farEnd.close();
});
