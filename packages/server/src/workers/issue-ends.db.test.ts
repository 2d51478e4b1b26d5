/** Whatever ends an attempt tells of it in the same commit; what a person ends is no failure. */
import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventIdBytes, newRequestIdBytes, uuidText } from "../ids.ts";
import { markConnectionsDeleted, markConnectionsDisabled } from "../store/connections.ts";
import { releaseStrandedEvents } from "../store/event-leases.ts";
import { cancelEvents } from "../store/events.ts";
import { ensurePartitions } from "../store/partitions.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { eventually, givenConnection, startFarEnd, startGateway } from "../testing/gateway.ts";
import { givenProcesses } from "../testing/given-processes.ts";
import { QUIET, type WatchedProject, deliveries, givenWatchedProject } from "../testing/watched-project.ts";
import { createFollowingTurn } from "./following-events.ts";

describe("without an answer", () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
    await ensurePartitions(database.db, Date.now());
    await givenProcesses(database.db, 1);
  });
  afterAll(() => database.drop());

  let project: WatchedProject;
  let orders: string;
  beforeEach(async () => {
    project = await givenWatchedProject(database.db);
    orders = await project.givenConnection("orders");
  });

  /** Tried so many times, and failed. */
  async function givenPending(what: { lease_owner?: number; attempts?: number; error_code?: string }) {
    const id = uuidText(eventIdBytes(newRequestIdBytes(), 1));
    const { lease_owner = null, attempts = 0, error_code = null } = what;
    await database.db.query(
      `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, error_code, lease_owner,
         next_attempt_at, last_attempt_at, updated_at)
       values ($1, $2, $3, $2, 'QUEUED', $4, 'INITIAL', $5, $6,
         case when $6::int is null then now() + interval '1 hour' end,
         case when $5::text is not null then now() end, now())`,
      [project.team_id, id, orders, attempts, error_code, lease_owner],
    );
    return id;
  }

  test("an attempt whose process died is an issue, once, also if it is taken over twice", async () => {
    const id = await givenPending({ lease_owner: 1, attempts: 1 });
    const events = [{ team_id: project.team_id, id }];

    await releaseStrandedEvents(database.db, { owner: 1, events });
    await releaseStrandedEvents(database.db, { owner: 1, events });
    const { rows } = await database.db.query("select count::int from attempt_news where webhook_id = $1", [
      orders,
    ]);
    await project.look();

    expect(rows).toEqual([{ count: 1 }]);
    expect(await project.issues()).toMatchObject([
      { subject_id: orders, key: "INTERNAL_ERROR", status: "OPENED", reference_id: id },
    ]);
  });

  test("an attempt whose process died is not the last one", async () => {
    await project.onlyTrigger(deliveries("*", "final_attempt"));
    const id = await givenPending({ lease_owner: 1, attempts: 1 });

    await releaseStrandedEvents(database.db, { owner: 1, events: [{ team_id: project.team_id, id }] });
    await project.look();

    expect(await project.issues()).toEqual([]);
  });

  test.each([
    ["cancels events", (ids: string[]) => cancelEvents(database.db, { team_id: project.team_id, ids })],
    ["disables their connection", () => markConnectionsDisabled(database.db, project.team_id, [orders])],
    ["deletes their connection", () => markConnectionsDeleted(database.db, project.team_id, [orders])],
  ])("what a person stops is no issue: %s", async (_what, stop) => {
    await project.givenTrigger(deliveries("*", "final_attempt"));
    const ids = [await givenPending({}), await givenPending({ attempts: 1, error_code: "TIMEOUT" })];

    await stop(ids);
    await createFollowingTurn({ db: database.db, log: QUIET })();
    await project.look();

    const { rows } = await database.db.query(
      "select from events where webhook_id = $1 and (status = 'QUEUED' or next_attempt_at is not null)",
      [orders],
    );
    expect(rows).toEqual([]);
    expect(await project.issues()).toEqual([]);
  });
});

describe("on the wire", () => {
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
  let onTheWire: PromiseWithResolvers<ServerResponse>;
  beforeEach(async () => {
    onTheWire = Promise.withResolvers();
    farEnd = await startFarEnd((_, response) => onTheWire.resolve(response));
    gateway = await startGateway();
  });
  afterEach(async () => {
    farEnd.close();
    await gateway.stop();
  });

  test.each(["cancelled", "disabled"])(
    "an attempt that fails after its event was %s is an issue",
    async (how) => {
      const { db } = gateway;
      const to = await givenConnection(db, { url: farEnd.url });
      await gateway.reload(to.source);
      await fetch(gateway.url + to.path, { method: "POST", body: "{}" });
      const response = await onTheWire.promise;

      if (how === "disabled") await markConnectionsDisabled(db, to.project, [to.connection]);
      else {
        const { rows } = await db.query<{ id: string }>("select id from events");
        await cancelEvents(db, { team_id: to.project, ids: rows.map(({ id }) => id) });
      }
      response.writeHead(503).end();

      const found = await eventually(
        async () => (await db.query("select subject_id, key from issues where type = 'delivery'")).rows,
        (rows) => rows.length > 0,
      );
      expect(found).toEqual([{ subject_id: to.connection, key: "503" }]);
    },
  );
});
