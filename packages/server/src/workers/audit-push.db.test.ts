/** Does every entry of an audit log arrive where its organization wants it, whoever dies and whatever the far end does? */
import { publicId } from "@posthorn/contract/ids";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createReadEntries } from "../api/audit-log/read-entries.ts";
import { createPushEntries, type EntryPushDeps } from "../audit-push/push-entries.ts";
import { shownAddress } from "../audit-push/receiver.ts";
import { newId } from "../ids.ts";
import { createLog } from "../log.ts";
import { createAddressGuard } from "../outbound/address-guard.ts";
import { createDialer } from "../outbound/dialer.ts";
import { createProviderCall } from "../outbound/provider-call.ts";
import { createSendEntries } from "../pipeline/route/send-entries.ts";
import { deleteOldEntries } from "../store/audit-entries.ts";
import {
  auditPushPlace,
  claimDueAuditPushes,
  deleteAuditPush,
  findAuditPush,
  pauseAuditPush,
  recordPushedEntries,
  saveAuditPush,
} from "../store/audit-pushes.ts";
import type { Database, Queryable } from "../store/database.ts";
import {
  type ConfiguredConnection,
  givenConnection,
  sealer,
  startFarEnd,
  startGateway,
} from "../testing/gateway.ts";
import { pushSomeEntries } from "./audit-push.ts";

const log = createLog(() => undefined);
const ends: (() => void | Promise<void>)[] = [];
/** It takes no part in pushing, because it does not deliver: the test decides who pushes, and when. */
let gateway: Awaited<ReturnType<typeof startGateway>>;
let db: Database;
beforeAll(async () => {
  gateway = await startGateway(undefined, { roles: ["ingest"] });
  ({ db } = gateway);
});
afterAll(() => gateway.stop());
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

let orders: ConfiguredConnection;
let organization_id: string;
beforeEach(async () => {
  await db.query("delete from audit_pushes");
  orders = await givenConnection(db, { url: "http://127.0.0.1:1/" });
  const { rows } = await db.query<{ organization_id: string }>(
    "select organization_id from projects where id = $1",
    [orders.project],
  );
  organization_id = rows[0]?.organization_id ?? "";
  await db.query("insert into organizations (id, name, slug) values ($1, 'Engines', $2)", [
    organization_id,
    organization_id,
  ]);
});

/** Returns its id. */
async function entry(by: Queryable = db, name = "shop", organization = organization_id): Promise<string> {
  const { rows } = await by.query<{ id: string }>(
    `insert into audit_entries (id, organization_id, team_id, subject_type, subject_id, subject_name, action, fields, after,
       caller_kind, caller_name, address)
     values (new_entry_id(), $1, $2, 'source', $3, $4, 'created', '[]', '{"name": "shop", "auth": "secret"}', 'session',
       'Ada', '203.0.113.24') returning id`,
    [organization, orders.project, orders.source, name],
  );
  return rows[0]?.id ?? "";
}

async function entries(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) ids.push(await entry(db, `shop ${at}`));
  return ids;
}

const intoSource = (source_id = orders.source) =>
  saveAuditPush(db, { organization_id, source_id, address: null, configs: null });

const toReceiver = (url: string, headers: Record<string, string> = {}) =>
  saveAuditPush(db, {
    organization_id,
    source_id: null,
    address: shownAddress(url),
    configs: sealer.seal(
      JSON.stringify({ url, headers }),
      "audit_pushes.configs",
      auditPushPlace(organization_id),
    ),
  });

async function receiver(answer?: Parameters<typeof startFarEnd>[0]) {
  const far = await startFarEnd(answer);
  ends.push(() => far.close());
  return far;
}

const answering = (status: () => number, headers: Record<string, string> = {}) =>
  receiver((_, response) => {
    response.writeHead(status(), headers);
    response.end();
  });

function pusher(over: Partial<EntryPushDeps> = {}) {
  const pushEntries = createPushEntries({
    db,
    sealer,
    version: "1.2.3",
    readEntries: createReadEntries(db),
    sendEntries: createSendEntries({ db, routing: gateway.routing, reroute: gateway.reroute }),
    callReceiver: createProviderCall({ dialer: gateway.dialer, version: "1.2.3", farEnd: "receiver" }),
    ...over,
  });
  return () => pushSomeEntries({ db, log, pushEntries });
}

async function pushAll(push = pusher()): Promise<void> {
  while ((await push()) > 0);
}

/** As if the wait, or the lease of a process that died, had ended. */
const due = () => db.query("update audit_pushes set next_push_at = now()");
const state = async () => (await findAuditPush(db, organization_id)) ?? expect.fail("There is no push");
const shown = (ids: readonly string[]) => ids.map((id) => publicId("audit_entry", id));

interface PushedRecord {
  timeUnixNano: string;
  severityText: string;
  eventName: string;
  body: { stringValue: string };
  attributes: { key: string; value: { stringValue: string } }[];
}
interface PushedLogs {
  resourceLogs: [
    {
      resource: { attributes: PushedRecord["attributes"] };
      scopeLogs: [{ scope: object; logRecords: PushedRecord[] }];
    },
  ];
}
/** What OTLP's JSON says. */
const logsIn = ({ body }: { body: Buffer }) => JSON.parse(body.toString()) as PushedLogs;
const recordsIn = (push: { body: Buffer }) => logsIn(push).resourceLogs[0].scopeLogs[0].logRecords;
const table = (attributes: PushedRecord["attributes"]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));
const uidsIn = (push: { body: Buffer }) =>
  recordsIn(push).map(({ attributes }) => table(attributes)["log.record.uid"]);

interface Told {
  headers: string[];
  body: { id: string };
  verified: boolean;
  events: number;
}

/** The requests of the source, in the order in which they came in. */
async function told({ project }: ConfiguredConnection = orders): Promise<Told[]> {
  const { rows } = await db.query<Told>(
    `select verified, headers::json as headers, convert_from(body, 'utf8')::json as body,
       (select count(*)::int from events where events.team_id = requests.team_id and event_data_id = requests.id) as events
     from requests join payloads using (team_id, id) where requests.team_id = $1 order by requests.id`,
    [project],
  );
  return rows;
}

describe("into a source", () => {
  test("each entry is a request, in order, as an export has it, and makes no entry itself", async () => {
    const before = await entry();
    await intoSource();
    const ids = await entries(45);

    await pushAll();

    const requests = await told();
    expect(requests.map(({ body }) => body.id)).toEqual(shown(ids));
    expect(requests.map(({ body }) => body.id)).not.toContain(publicId("audit_entry", before));
    expect(requests[0]).toMatchObject({ verified: true, events: 1 });
    expect(requests[0]?.headers).toEqual(["content-type", "application/json"]);
    const exported = await createReadEntries(db)(organization_id, ids);
    expect(requests.map(({ body }) => body)).toEqual(exported.map((kept) => kept.entry));
    expect(exported[0]?.entry).toMatchObject({ after: { auth: "secret" }, by: { name: "Ada" } });
    expect(await state()).toMatchObject({ waiting: 0, error: null, failures: 0, lost_count: 0 });
    const { rowCount } = await db.query("select from audit_entries where organization_id = $1", [
      organization_id,
    ]);
    expect(rowCount).toBe(46);
  });

  test("of processes that push at the same time, one sends each entry", async () => {
    await intoSource();
    const ids = await entries(30);

    while ((await Promise.all(Array.from({ length: 4 }, () => pusher()()))).some((arrived) => arrived > 0));

    expect((await told()).map(({ body }) => body.id)).toEqual(shown(ids));
  });

  test("a process that was silent for too long stores nothing any more", async () => {
    await intoSource();
    const ids = await entries(2);
    const [late] = await claimDueAuditPushes(db, { limit: 1, leaseMs: 60_000 });
    expect(await pusher()()).toBe(0); // the lease holds
    await due();

    await pushAll();

    expect(late && (await recordPushedEntries(db, { push: late, ids, refused: 0 }))).toBe(false);
    const sendEntries = createSendEntries({ db, routing: gateway.routing, reroute: gateway.reroute });
    await sendEntries({
      team_id: orders.project,
      source_id: orders.source,
      entries: [{ id: newId(), text: "{}" }],
      record: async () => false,
    });
    expect(await told()).toHaveLength(2);
  });

  test.each([
    [
      "is disabled",
      "update sources set disabled_at = now() where id = $1",
      "update sources set disabled_at = null where id = $1",
      "The source is disabled. Enable it, or choose another one.",
    ],
    [
      "has no enabled connection",
      "update connections set disabled_at = now() where source_id = $1",
      "update connections set disabled_at = null where source_id = $1",
      "The source has no enabled connection, so its requests lead nowhere. Create or enable one.",
    ],
    [
      "is gone",
      "update sources set deleted_at = now() where id = $1",
      "update sources set deleted_at = null where id = $1",
      "The source is gone, or its project left the organization. Choose another one.",
    ],
    [
      "belongs to another organization by now",
      "update projects set organization_id = gen_random_uuid() where id = (select team_id from sources where id = $1)",
      null,
      "The source is gone, or its project left the organization. Choose another one.",
    ],
  ])("while the source %s, entries wait, and the page says why", async (_, spoil, repair, reason) => {
    await intoSource();
    const ids = await entries(2);
    await db.query(spoil, [orders.source]);

    await pushAll();

    expect(await state()).toMatchObject({ waiting: 2, error: reason, failures: 1 });
    expect(await told()).toEqual([]);
    if (repair === null) return;
    await db.query(repair, [orders.source]);
    await due();
    await pushAll();
    expect((await told()).map(({ body }) => body.id)).toEqual(shown(ids));
    expect(await state()).toMatchObject({ waiting: 0, error: null, failed_at: null, failures: 0 });
  });
});

describe("to a receiver of OpenTelemetry", () => {
  test("a batch has the entries in order, with ids by which a receiver knows them again", async () => {
    const far = await receiver();
    await toReceiver(`${far.url}/otlp/?tenant=1`, { Authorization: "Bearer s3cret" });
    const ids = await entries(130);

    await pushAll();

    expect(far.received.map(uidsIn)).toEqual([shown(ids).slice(0, 100), shown(ids).slice(100)]);
    const [push] = far.received;
    expect(push).toMatchObject({
      method: "POST",
      url: "/otlp/v1/logs?tenant=1",
      headers: {
        authorization: "Bearer s3cret",
        "content-type": "application/json",
        "user-agent": "posthorn/1.2.3",
      },
    });
    const { resource, scopeLogs } = logsIn(push ?? expect.fail()).resourceLogs[0];
    expect(table(resource.attributes)).toEqual({
      "service.name": "posthorn",
      "service.version": "1.2.3",
      "posthorn.organization_id": publicId("organization", organization_id),
    });
    expect(scopeLogs[0].scope).toMatchObject({ name: "posthorn.audit", version: "1.2.3" });
    const [first] = scopeLogs[0].logRecords;
    const [exported] = await createReadEntries(db)(organization_id, ids.slice(0, 1));
    expect(JSON.parse(first?.body.stringValue ?? "")).toEqual(exported?.entry);
    expect(first).toMatchObject({ severityText: "INFO", eventName: "posthorn.audit_entry" });
    expect(Number(first?.timeUnixNano) / 1e6).toBeCloseTo(Date.parse(exported?.entry.created_at ?? ""), 0);
    expect(table(first?.attributes ?? [])).toEqual({
      "log.record.uid": shown(ids)[0],
      "posthorn.action": "created",
      "posthorn.subject.type": "source",
      "posthorn.subject.id": publicId("source", orders.source),
      "posthorn.by.kind": "session",
      "posthorn.project_id": publicId("project", orders.project),
      "client.address": "203.0.113.24",
    });
    expect(await state()).toMatchObject({ waiting: 0, error: null });
    expect((await state()).pushed_at).not.toBeNull();
  });

  test.each([
    [503, "The receiver answered 503."],
    [400, "The receiver answered 400."],
    [401, "The receiver refused the credentials (401)."],
    [403, "The receiver refused the credentials (403)."],
    [404, "The receiver knows no such address (404)."],
    [413, "The receiver says that the batch is too large (413). The next one is smaller."],
  ])("after an answer of %i, nothing is skipped, and half as many come again", async (status, reason) => {
    let asked = 0;
    const far = await answering(() => (++asked === 1 ? status : 200));
    await toReceiver(far.url);
    const ids = await entries(120);

    await pushAll();

    expect(await state()).toMatchObject({ waiting: 120, error: reason, failures: 1, pushed_at: null });
    expect(await pusher()()).toBe(0); // not due
    await due();
    await pushAll();
    expect(far.received.map(uidsIn)).toEqual([
      shown(ids).slice(0, 100),
      shown(ids).slice(0, 50),
      shown(ids).slice(50),
    ]);
    expect(await state()).toMatchObject({ waiting: 0, error: null, failures: 0 });
  });

  test("a receiver gets the wait that it asks for", async () => {
    const far = await answering(() => 429, { "retry-after": "1200" });
    await toReceiver(far.url);
    await entry();

    await pushAll();

    const { next_push_at, failed_at } = await state();
    expect(Date.parse(next_push_at) - Date.parse(failed_at ?? "")).toBe(1_200_000);
  });

  test("a receiver that hangs is given up, and says so", async () => {
    const far = await receiver(() => undefined);
    await toReceiver(far.url);
    const ids = await entries(1);
    const callReceiver = createProviderCall({
      dialer: gateway.dialer,
      version: "1",
      answerWithinMs: 100,
      farEnd: "receiver",
    });

    await pusher({ callReceiver })();

    expect(await state()).toMatchObject({
      waiting: 1,
      error: "The receiver did not answer within 0.1 seconds.",
    });
    await toReceiver((await receiver()).url); // another place is tried at once
    await pushAll();
    expect(await state()).toMatchObject({ waiting: 0, error: null });
    expect(ids).toHaveLength(1);
  });

  test("a process that dies before it has recorded a push repeats it: at least once", async () => {
    const answers: (() => void)[] = [];
    const far = await receiver((_, response) => answers.push(() => response.end()));
    await toReceiver(far.url);
    const ids = await entries(3);
    const dying = pusher()();
    await far.arrivals(1);
    expect(await pusher()()).toBe(0); // its lease holds
    await due();

    const heir = pusher()();
    await far.arrivals(2);
    const late = await entry();
    for (const answer of answers.splice(0).toReversed()) answer();
    await Promise.all([dying, heir]);
    const rest = pushAll();
    await far.arrivals(3);
    for (const answer of answers.splice(0)) answer();
    await rest;

    expect(far.received.map(uidsIn)).toEqual([shown(ids), shown(ids), shown([late])]);
    expect(await state()).toMatchObject({ waiting: 0, error: null });
  });

  test("records that a receiver takes in and throws away are counted, and not sent again", async () => {
    const far = await receiver((_, response) =>
      response.end(JSON.stringify({ partialSuccess: { rejectedLogRecords: "2", errorMessage: "too old" } })),
    );
    await toReceiver(far.url);
    await entries(3);

    await pushAll();

    expect(far.received).toHaveLength(1);
    expect(await state()).toMatchObject({ waiting: 0, refused_count: 2, error: null });
  });

  test.each([
    "",
    "OK",
    "null",
    "[]",
    '{"partialSuccess":null}',
    '{"partialSuccess":{"rejectedLogRecords":"many"}}',
  ])("an answer of 200 with %j is good", async (said) => {
    const far = await receiver((_, response) => response.end(said));
    await toReceiver(far.url);
    await entry();

    await pushAll();

    expect(far.received).toHaveLength(1);
    expect(await state()).toMatchObject({ waiting: 0, refused_count: 0, error: null });
  });

  test("an address in the operator's network is not dialed", async () => {
    const far = await receiver();
    const guarded = createDialer(createAddressGuard([]));
    ends.push(() => guarded.close());
    await toReceiver(far.url);
    await entry();

    await pusher({ callReceiver: createProviderCall({ dialer: guarded, version: "1" }) })();

    expect(far.received).toEqual([]);
    expect(await state()).toMatchObject({ waiting: 1, error: "This address is not allowed." });
  });

  test("a redirect is not followed, so that no other address gets the headers", async () => {
    const other = await receiver();
    const far = await answering(() => 307, { location: other.url });
    await toReceiver(far.url, { authorization: "Bearer s3cret" });
    await entry();

    await pushAll();

    expect(other.received).toEqual([]);
    expect((await state()).error).toContain("The receiver answered 307.");
  });

  test("large entries leave in smaller batches, and the largest alone", async () => {
    const far = await receiver();
    await toReceiver(far.url);
    const ids = await entries(4);
    const code = "x".repeat(700 * 1024);
    await db.query(
      "update audit_entries set before = null, after = jsonb_build_object('code', $2::text) where id = any($1)",
      [[ids[0], ids[1], ids[3]], code],
    );

    await pushAll();

    expect(far.received.map((push) => uidsIn(push).length)).toEqual([1, 2, 1]);
    expect(far.received.flatMap(uidsIn)).toEqual(shown(ids));
  });
});

describe("what waits", () => {
  test("an entry whose transaction ends late is not skipped, though later ones have left", async () => {
    const far = await receiver();
    await toReceiver(far.url);
    const written = Promise.withResolvers<string>();
    const pushed = Promise.withResolvers<void>();
    const slow = db.transaction(async (tx) => {
      written.resolve(await entry(tx, "slow"));
      await pushed.promise;
    });
    const early = await written.promise;
    const [quick] = await entries(1);

    await pushAll();
    pushed.resolve();
    await slow;
    await pushAll();

    expect(early < (quick ?? "")).toBe(true);
    expect(far.received.map(uidsIn)).toEqual([shown([quick ?? ""]), shown([early])]);
    expect((await state()).waiting).toBe(0);
  });

  test("an entry of a change that is rolled back is not pushed", async () => {
    await intoSource();
    await db
      .transaction(async (tx) => {
        await entry(tx);
        throw new Error("undone");
      })
      .catch(() => undefined);

    expect((await state()).waiting).toBe(0);
  });

  test("waits while the push is paused, and leaves in order afterwards", async () => {
    await intoSource();
    const [first] = await entries(1);
    await pauseAuditPush(db, organization_id, true);
    const [second] = await entries(1);

    await pushAll();
    expect(await told()).toEqual([]);
    await pauseAuditPush(db, organization_id, false);
    await pushAll();

    expect((await told()).map(({ body }) => body.id)).toEqual(shown([first ?? "", second ?? ""]));
  });

  test("entries that leave the log by their age are counted as lost, once", async () => {
    const far = await answering(() => 500);
    await toReceiver(far.url);
    const ids = await entries(3);
    await db.query("delete from unpushed_entries where entry_id = $1", [ids[2]]); // this one has arrived
    await pushAll();

    const forgetAll = () => deleteOldEntries(db, -1, 100);
    while (await forgetAll());

    expect(await state()).toMatchObject({ waiting: 0, lost_count: 2 });
    await forgetAll();
    expect(await state()).toMatchObject({ waiting: 0, lost_count: 2 });
  });

  test("is of this organization only", async () => {
    await intoSource();
    await entry(db, "foreign", newId());

    expect((await state()).waiting).toBe(0);
  });

  test("a change is never refused because somebody removes the push meanwhile", async () => {
    await intoSource();
    const deleted = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const removing = db.transaction(async (tx) => {
      await deleteAuditPush(tx, organization_id);
      deleted.resolve();
      await end.promise;
    });
    await deleted.promise;
    const writing = entry();
    // It waits for the row's lock.
    await expect
      .poll(async () => (await db.query("select from pg_locks where not granted")).rowCount, {
        timeout: 60_000,
      })
      .toBeGreaterThan(0);
    end.resolve();

    await removing;
    expect(await writing).toMatch(/^[\da-f-]{36}$/);
    expect(await findAuditPush(db, organization_id)).toBeNull();
  });

  test("ends with the push and with the organization", async () => {
    await intoSource();
    await entries(2);
    await db.query("delete from organizations where id = $1", [organization_id]);

    const { rowCount } = await db.query("select from unpushed_entries");
    expect(rowCount).toBe(0);
  });
});
