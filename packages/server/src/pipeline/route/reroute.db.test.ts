/** Stored requests are evaluated again with the present rules, and the result is added to them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Rules } from "@posthorn/contract/rules";
import { internalId } from "@posthorn/contract/ids";
import { eventIdRange } from "../../ids.ts";
import {
  type ConfiguredConnection,
  eventually,
  givenConnection,
  startFarEnd,
  startGateway,
} from "../../testing/gateway.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

async function withRules(given: ConfiguredConnection, rules: Rules): Promise<void> {
  await gateway.db.query(`update connections set rules = $2 where id = $1`, [
    given.connection,
    JSON.stringify(rules),
  ]);
  await gateway.reload(given.source);
}

const BODY = '{"id":1}';

/** A request that a filter refused. */
async function givenIgnored(given: ConfiguredConnection) {
  await withRules(given, [{ type: "filter", body: { id: 2 } }]);
  const response = await fetch(gateway.url + given.path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: BODY,
  });
  const { request_id } = (await response.json()) as { request_id: string }; // the answer is ours
  const id = internalId("request", request_id) ?? "";
  await eventually(
    () => ignoredOf(id),
    (rows) => rows.length === 1,
  );
  const payload = {
    method: "POST",
    path: "/",
    query: null,
    headers: ["content-type", "application/json"],
    client_ip: null,
    body: Buffer.from(BODY),
  };
  return { team_id: given.project, id, source_id: given.source, payload_id: id, payload };
}

async function ignoredOf(request: string): Promise<{ cause: string }[]> {
  return (
    await gateway.db.query<{ cause: string }>(`select cause from ignored_events where request_id = $1`, [
      request,
    ])
  ).rows;
}

test("an ignored event whose rules pass now becomes an event, and is ignored no more", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  const request = await givenIgnored(given);
  await withRules(given, []);

  const { events, ignored } = await gateway.reroute.reroute(request, [given.connection]);
  const [delivered] = await farEnd.arrivals(1);

  expect({ events: events.length, ignored }).toEqual({ events: 1, ignored: [] });
  const range = eventIdRange(request.id);
  expect((events[0] ?? "") > range.above && (events[0] ?? "") <= range.upTo).toBe(true);
  expect(delivered?.body.toString()).toBe(BODY);
  expect(await ignoredOf(request.id)).toEqual([]);
  farEnd.close();
});

test("one that is still refused stays ignored, once", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  const request = await givenIgnored(given);

  const { events, ignored } = await gateway.reroute.reroute(request, [given.connection]);

  expect({ events, ignored }).toEqual({ events: [], ignored: [given.connection] });
  expect(await ignoredOf(request.id)).toEqual([{ cause: "FILTERED" }]);
  farEnd.close();
});

test("several at once give every event its own number", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  const request = await givenIgnored(given);
  await withRules(given, []);

  const all = await Promise.all(
    Array.from({ length: 5 }, () => gateway.reroute.reroute(request, [given.connection])),
  );
  await farEnd.arrivals(5);

  expect(new Set(all.flatMap(({ events }) => events)).size).toBe(5);
  farEnd.close();
});

test("connections of another source, and unknown ones, are left out", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  const other = await givenConnection(gateway.db, { url: farEnd.url });
  const request = await givenIgnored(given);

  expect(await gateway.reroute.reroute(request, [other.connection, given.source])).toEqual({
    events: [],
    ignored: [],
  });
  expect(await ignoredOf(request.id)).toEqual([{ cause: "FILTERED" }]);
  farEnd.close();
});

test("a change made just before counts, also if no announcement of it has arrived", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  const request = await givenIgnored(given);
  await gateway.db.transaction(async (tx) => {
    await tx.query("alter table connections disable trigger announce_change");
    await tx.query(`update connections set rules = '[]' where id = $1`, [given.connection]);
    await tx.query("alter table connections enable trigger announce_change");
  });

  const { events } = await gateway.reroute.reroute(request, [given.connection]);

  expect(events).toHaveLength(1);
  await farEnd.arrivals(1);
  farEnd.close();
});

test("a retry whose events PostgreSQL refuses leaves the request ignored, and a later one delivers it", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  const { id } = await givenIgnored(given);
  await withRules(given, []);
  const retry = () => gateway.retryRequest({ team_id: given.project, id });
  await gateway.db.query(
    `alter table events add constraint refused check (webhook_id <> '${given.connection}') not valid`,
  );

  const refused = await retry();
  await gateway.db.query("alter table events drop constraint refused");
  const ignored = await ignoredOf(id);
  const accepted = await retry();
  const [delivered] = await farEnd.arrivals(1);

  expect(refused).toEqual({ result: "accepted", events: [] });
  expect(ignored).toEqual([{ cause: "TRANSFORMATION_FAILED" }]);
  expect(accepted).toMatchObject({ result: "accepted", events: [expect.any(String)] });
  expect(delivered?.body.toString()).toBe(BODY);
  expect(await ignoredOf(id)).toEqual([]);
  farEnd.close();
});
