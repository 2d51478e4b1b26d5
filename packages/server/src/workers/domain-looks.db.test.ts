/** From a claim to a domain that ingest knows: with a real name server, a real database, and two processes. */
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { challengeName } from "@posthorn/contract/hostnames";
import { createDnsRecords, type DnsRecords } from "../outbound/dns-records.ts";
import { insertCustomDomain, readCustomDomains, type CustomDomainRow } from "../store/custom-domains.ts";
import { createLog } from "../log.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { givenConnection, eventually, startGateway } from "../testing/gateway.ts";
import { type GivenName, startNameServer } from "../testing/name-server.ts";
import { newId } from "../ids.ts";
import { lookAtSome } from "./domain-looks.ts";

const TARGET = "edge.posthorn.test";
const log = createLog(() => undefined);
const names: Record<string, GivenName | "silent"> = {};

let database: FreshDatabase;
let server: Awaited<ReturnType<typeof startNameServer>>;
let dns: DnsRecords;
beforeAll(async () => {
  database = await freshDatabase();
  server = await startNameServer(names);
  dns = createDnsRecords({ servers: [server.address], withinMs: 60_000 });
});
afterAll(async () => {
  server.close();
  await database.drop();
});

const given = () => givenConnection(database.db, { url: "http://127.0.0.1:9" });

/** The status of a POST with this Host header. */
function statusAt(port: number, path: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method: "POST", headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on("error", reject);
    sent.end();
  });
}

let made = 0;
async function claim(team_id: string): Promise<CustomDomainRow> {
  const row = await insertCustomDomain(database.db, { team_id, hostname: `hooks-${++made}.acme.test` });
  if (typeof row === "string") throw new Error(row);
  return row;
}

function prove({ hostname, txt_value }: CustomDomainRow): void {
  names[hostname] = { alias: TARGET };
  names[challengeName(hostname)] = { texts: [txt_value] };
}

async function now({ team_id, id }: CustomDomainRow): Promise<CustomDomainRow | undefined> {
  return (await readCustomDomains(database.db, team_id)).find((row) => row.id === id);
}

/** All looks that are due, each to its end. */
async function look(): Promise<number> {
  const looks = await lookAtSome({ db: database.db, log, dns, target: TARGET }, 16);
  await Promise.all(looks);
  return looks.length;
}

/** As if so many days had passed since the last look. */
async function pass({ id }: CustomDomainRow, days: number): Promise<void> {
  await database.db.query(
    `update custom_domains set next_check_at = now(), checked_at = checked_at - $2 * interval '1 day',
       pending_since = pending_since - $2 * interval '1 day', lost_since = lost_since - $2 * interval '1 day'
     where id = $1`,
    [id, days],
  );
}

test("a domain becomes active once both records are right, and not before", async () => {
  const { project: team_id } = await given();
  const row = await claim(team_id);

  await look();
  expect(await now(row)).toMatchObject({
    routing_finding: "missing",
    ownership_finding: "missing",
    active_since: null,
  });

  prove(row);
  names[challengeName(row.hostname)] = { texts: ["of another project"] };
  await pass(row, 0);
  await look();
  expect(await now(row)).toMatchObject({
    routing_finding: "found",
    ownership_finding: "wrong",
    active_since: null,
  });

  prove(row);
  await pass(row, 0);
  await look();
  expect(await now(row)).toMatchObject({
    routing_finding: "found",
    ownership_finding: "found",
    active_since: expect.any(String),
    pending_since: null,
  });
});

test("two processes that look at the same time look at different domains", async () => {
  const { project: team_id } = await given();
  const rows = await Promise.all(Array.from({ length: 8 }, () => claim(team_id)));
  rows.forEach(prove);

  const looks = await Promise.all(
    [1, 2].map(() => lookAtSome({ db: database.db, log, dns, target: TARGET }, 16)),
  );
  await Promise.all(looks.flat());

  expect(looks.flat()).toHaveLength(rows.length);
  expect(
    (await readCustomDomains(database.db, team_id)).every(({ active_since }) => active_since !== null),
  ).toBe(true);
});

test("lost records take an active domain down only after weeks, and silence never does", async () => {
  const { project: team_id } = await given();
  const row = await claim(team_id);
  prove(row);
  await look();
  const active = await now(row);

  delete names[challengeName(row.hostname)];
  await pass(row, 0);
  await look();
  expect(await now(row)).toMatchObject({
    active_since: active?.active_since,
    lost_since: expect.any(String),
  });

  await pass(row, 29);
  await look();
  expect(await now(row)).toMatchObject({ active_since: active?.active_since });

  names[challengeName(row.hostname)] = { texts: [row.txt_value] };
  await pass(row, 0);
  await look();
  expect(await now(row)).toMatchObject({ active_since: active?.active_since, lost_since: null });

  delete names[challengeName(row.hostname)];
  await pass(row, 0);
  await look();
  await pass(row, 31);
  await look();
  expect(await now(row)).toMatchObject({
    active_since: null,
    pending_since: expect.any(String),
    lost_since: null,
  });
});

test("a claim that is never proven ends, and somebody else can claim the name", async () => {
  const [one, other] = [await given(), await given()];
  const { hostname, ...row } = await claim(one.project);
  expect(await insertCustomDomain(database.db, { team_id: other.project, hostname })).toBe("taken");

  await pass({ hostname, ...row }, 8);
  const gateway = await startGateway(
    { ...database, drop: async () => undefined },
    { domains: { dns, target: TARGET } },
  );
  try {
    const claimed = await eventually(
      () => insertCustomDomain(database.db, { team_id: other.project, hostname }),
      (again) => again !== "taken",
    );
    expect(claimed).toMatchObject({ team_id: other.project });
  } finally {
    await gateway.stop();
  }
});

test("at a custom domain only the sources of its project exist, once it is active, at every process", async () => {
  const [mine, other] = [await given(), await given()];
  const gateways = await Promise.all(
    [1, 2].map(() =>
      startGateway({ ...database, drop: async () => undefined }, { domains: { dns, target: TARGET } }),
    ),
  );
  const row = await claim(mine.project);
  const send = ({ path }: { path: string }, host: string) =>
    Promise.all(gateways.map(({ port }) => statusAt(port, path, host)));
  try {
    await Promise.all(gateways.map(({ caughtUp }) => caughtUp()));
    expect(await send(mine, "nobody.claimed.test")).toEqual([200, 200]);
    expect(await send(mine, row.hostname)).toEqual([404, 404]);
    // The name may be one of the operator's own: a claim alone closes it for nobody else.
    expect(await send(other, row.hostname)).toEqual([200, 200]);

    prove(row);
    await pass(row, 0);
    await eventually(
      () => now(row),
      (found) => (found?.active_since ?? null) !== null,
    );
    await Promise.all(gateways.map(({ caughtUp }) => caughtUp()));

    expect(await send(mine, row.hostname)).toEqual([200, 200]);
    expect(await send(mine, `${row.hostname.toUpperCase()}.:8443`)).toEqual([200, 200]);
    expect(await send(mine, "127.0.0.1")).toEqual([200, 200]);
    expect(await send(other, row.hostname)).toEqual([404, 404]);
    expect(await send({ path: `/e/${newId()}` }, row.hostname)).toEqual([404, 404]);
    for (const { routing } of gateways) {
      expect(routing.ingestUrlOf(mine.project)).toContain(row.hostname);
      expect(routing.ingestUrlOf(other.project)).not.toContain(row.hostname);
    }

    await database.db.query("delete from custom_domains where id = $1", [row.id]);
    await Promise.all(gateways.map(({ caughtUp }) => caughtUp()));
    expect(await send(other, row.hostname)).toEqual([200, 200]);
    for (const { routing } of gateways) expect(routing.ingestUrlOf(mine.project)).not.toContain(row.hostname);
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
  }
});
