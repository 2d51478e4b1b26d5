/** A lane always has one connection or none, whatever happens to its earlier ones. */
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { eventually } from "../testing/gateway.ts";
import { inPlaceOfPostgres } from "../testing/in-place-of-postgres.ts";
import { type Lane, NotConnectedError, openLane } from "./lane.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const LANES = `application_name = 'posthorn lane' and datname = current_database()`;
const openLanes = async () =>
  (await database.db.query<{ pid: number }>(`select pid from pg_stat_activity where ${LANES}`)).rows;
const pidOf = async (lane: Lane) =>
  (await lane.run<{ pid: number }>("pid", "select pg_backend_pid() as pid", []))[0]?.pid;

test("an old connection that ends late leaves the new one alone", async () => {
  // Holds back the end of the first connection until the test releases it; passes on everything else.
  const between = await inPlaceOfPostgres(database.url, (socket, callPostgres) => {
    const upstream = callPostgres();
    socket.on("data", (chunk) => upstream.write(chunk));
    upstream.on("data", (chunk) => socket.write(chunk));
    upstream.on("end", () => socket !== between.sockets[0] && socket.end());
  });
  const lane = openLane(between.url);
  const first = await pidOf(lane);
  const broken = lane.run("wait", "select pg_sleep(60)", []).catch((error: unknown) => error);
  await eventually(
    () =>
      database.db.query(`select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`, [first]),
    ({ rowCount }) => rowCount === 1,
  );
  await database.db.query("select pg_terminate_backend($1)", [first]);
  expect(await broken).toMatchObject({ code: "57P01" });
  const second = await pidOf(lane);

  const [oldEnd] = between.sockets;
  oldEnd?.end();
  if (oldEnd && !oldEnd.closed) await once(oldEnd, "close");
  const third = await pidOf(lane);
  await lane.close();

  expect(second).not.toBe(first);
  expect(third).toBe(second);
  expect(await eventually(openLanes, (rows) => rows.length === 0)).toEqual([]);
  between.close();
});

test("closing a lane closes the connection that it is about to open, and it opens no other", async () => {
  const lane = openLane(database.url);
  const running = lane.run("one", "select 1", []).catch((error: unknown) => error);

  await lane.close();
  await running;

  await expect(lane.run("one", "select 1", [])).rejects.toThrow(NotConnectedError);
  expect(await eventually(openLanes, (rows) => rows.length === 0)).toEqual([]);
});

test("a connection that never comes up is hung up, and the next batch dials again", async () => {
  let isUp = false;
  const between = await inPlaceOfPostgres(database.url, (socket, callPostgres) => {
    if (isUp) socket.pipe(callPostgres()).pipe(socket);
    else socket.resume(); // accepts the connection and never answers
  });
  const lane = openLane(between.url);

  await expect(lane.run("one", "select 1", [])).rejects.toThrow(NotConnectedError);
  const [silent] = between.sockets;
  if (silent && !silent.readableEnded) await once(silent, "end");
  isUp = true;

  expect(await pidOf(lane)).toEqual(expect.any(Number));
  await lane.close();
  between.close();
});

test("a lane that dialled ahead carries its first batch on that connection", async () => {
  const lane = openLane(database.url);
  await lane.dial();
  const ahead = await openLanes();

  const used = await pidOf(lane);
  await lane.close();

  expect(ahead).toEqual([{ pid: used }]);
});
