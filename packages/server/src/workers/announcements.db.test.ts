/** What does a process use after the database announced a change, and what if it could not read it at once? */
import { sourceToken } from "@posthorn/contract/ids";
import { createCliSessionTable } from "../cli/session-table.ts";
import { createLog } from "../log.ts";
import { createRoutingTable } from "../pipeline/routing-table.ts";
import { createWithdrawals } from "../pipeline/send/withdrawals.ts";
import { createAnnouncements } from "./announcements.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ConfiguredConnection,
  eventually,
  givenConnection,
  startFarEnd,
  sealer,
  startGateway,
} from "../testing/gateway.ts";
import { lockTable } from "../testing/table-lock.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
beforeAll(async () => {
  gateway = await startGateway();
  farEnd = await startFarEnd();
});
afterAll(async () => {
  farEnd.close();
  await gateway.stop();
});

async function givenRead(): Promise<ConfiguredConnection> {
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  await gateway.caughtUp();
  return given;
}

const disable = ({ connection }: ConfiguredConnection) =>
  gateway.db.query(`update connections set disabled_at = now() where id = $1`, [connection]);

async function causeOfNextRequest({ source, project }: ConfiguredConnection): Promise<string | null> {
  await fetch(`${gateway.url}/e/${sourceToken(source)}`, { method: "POST", body: "x" });
  const { rows } = await gateway.db.query<{ cause: string | null }>(
    `select (select cause from ignored_events where request_id = requests.id) as cause
     from requests where team_id = $1`,
    [project],
  );
  return rows[0]?.cause ?? null;
}

test("a change whose first read was cut off counts once the process has caught up", async () => {
  const given = await givenRead();
  const lock = await lockTable(gateway.databaseUrl, "destinations");

  await disable(given);
  await lock.waitedFor(1);
  await lock.endWaiting();
  expect(await gateway.caughtUp()).toBe(false);
  await lock.release();
  await eventually(gateway.caughtUp, (isCaughtUp) => isCaughtUp);

  expect(await causeOfNextRequest(given)).toBe("DISABLED");
});

test("a change counts at once, even if nothing is announced to the process now", async () => {
  const given = await givenRead();
  await gateway.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'posthorn listener' and datname = current_database()`,
  );
  await eventually(
    async () => gateway.lines.some((line) => line.includes("listener.lost")),
    (isLost) => isLost,
  );

  await disable(given);
  await eventually(gateway.caughtUp, (isCaughtUp) => isCaughtUp);

  expect(await causeOfNextRequest(given)).toBe("DISABLED");
});

test("a change whose announcement was lost is found by the slow check", async () => {
  const given = await givenRead();
  const { db } = gateway;
  const log = createLog(() => undefined);
  const ingestUrl = gateway.url;
  const routing = createRoutingTable({ db, open: sealer.open, ingestUrl, log });
  const held = new Set<never>();
  const nobody = { poke: () => undefined };
  // It listens in a database where nobody announces anything.
  const elsewhere = await freshDatabase();
  const announcements = createAnnouncements({
    databaseUrl: elsewhere.url,
    db,
    log,
    owner: () => 0,
    routing,
    certificates: null,
    cliSessions: createCliSessionTable(db),
    cliSockets: { changed: () => Promise.resolve() },
    withdrawals: createWithdrawals({ held, owner: () => 0, giveBack: () => undefined }),
    held,
    lookForDue: () => undefined,
    followingEvents: nobody,
    bulkWork: nobody,
    checkRoutingEveryMs: 50,
  });
  await announcements.start();
  const isDisabled = () => routing.byConnection(given.connection)?.isDisabled;
  expect(isDisabled()).toBe(false);

  await disable(given);

  await expect.poll(isDisabled).toBe(true);
  await announcements.stop();
  await elsewhere.drop();
});
