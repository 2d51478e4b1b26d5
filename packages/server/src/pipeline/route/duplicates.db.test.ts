/** Of all requests with one key at one moment exactly one passes, whichever processes ask. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Rule, Rules } from "@posthorn/contract/rules";
import { newRequestIdBytes, newIdBytes } from "../../ids.ts";
import { createLog } from "../../log.ts";
import { forgetOldKeys } from "../../store/duplicate-keys.ts";
import { type Lane, openLane } from "../../store/lane.ts";
import { eventually, givenConnection, startFarEnd, startGateway } from "../../testing/gateway.ts";
import { createDuplicates } from "./duplicates.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
let lanes: Lane[];
beforeAll(async () => {
  gateway = await startGateway();
  lanes = Array.from({ length: 4 }, () => openLane(gateway.databaseUrl));
});
afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()));
  await gateway.stop();
});

const log = createLog(() => {});
/** One process per lane, all asking at once. */
const askers = () => lanes.map((lane) => createDuplicates({ lanes: [lane], log }).isFirst);

test("of 200 concurrent duplicates asked by four processes exactly one is first", async () => {
  const [connection, key] = [newIdBytes(), Buffer.from("the same")];
  const asking = askers();

  const answers = await Promise.all(
    Array.from({ length: 50 }).flatMap(() =>
      asking.map((isFirst) => isFirst({ connection, key, request: newRequestIdBytes(), windowMs: 60_000 })),
    ),
  );

  expect(answers.filter(Boolean)).toHaveLength(1);
});

test("keys of different connections, and different keys, do not know each other", async () => {
  const { isFirst } = createDuplicates({ lanes, log });
  const ask = (connection: Buffer, key: string) =>
    isFirst({ connection, key: Buffer.from(key), request: newRequestIdBytes(), windowMs: 60_000 });
  const [one, other] = [newIdBytes(), newIdBytes()];

  expect(await Promise.all([ask(one, "a"), ask(one, "b"), ask(other, "a")])).toEqual([true, true, true]);
});

test("a request that asks again is still first, and does not prolong its window", async () => {
  const { isFirst } = createDuplicates({ lanes, log });
  const claim = {
    connection: newIdBytes(),
    key: Buffer.from("k"),
    request: newRequestIdBytes(),
    windowMs: 60_000,
  };
  const untilOf = async () => {
    const { rows } = await gateway.db.query<{ until: string }>(
      `select until from duplicate_keys where webhook_id = $1`,
      [claim.connection.toString("hex")],
    );
    return rows[0]?.until;
  };

  expect(await isFirst(claim)).toBe(true);
  const until = await untilOf();
  expect(await isFirst(claim)).toBe(true);
  expect(await isFirst({ ...claim, request: newRequestIdBytes() })).toBe(false);
  expect(await untilOf()).toBe(until);
});

test("after the window the next request is first, and old keys are forgotten", async () => {
  const { isFirst } = createDuplicates({ lanes, log });
  const claim = {
    connection: newIdBytes(),
    key: Buffer.from("k"),
    request: newRequestIdBytes(),
    windowMs: 60_000,
  };
  await isFirst(claim);
  const age = () =>
    gateway.db.query(`update duplicate_keys set until = now() - interval '1 second' where webhook_id = $1`, [
      claim.connection.toString("hex"),
    ]);
  await age();

  expect(await isFirst({ ...claim, request: newRequestIdBytes() })).toBe(true);
  expect(await isFirst({ ...claim, request: newRequestIdBytes() })).toBe(false);
  await age();
  await forgetOldKeys(gateway.db, 1_000);
  const { rowCount } = await gateway.db.query(`select from duplicate_keys where webhook_id = $1`, [
    claim.connection.toString("hex"),
  ]);
  expect(rowCount).toBe(0);
});

async function withRules(given: { connection: string; source: string }, rules: Rules): Promise<void> {
  await gateway.db.query(`update connections set rules = $2 where id = $1`, [
    given.connection,
    JSON.stringify(rules),
  ]);
  await gateway.reload(given.source);
}

async function post(path: string, body: unknown): Promise<void> {
  await fetch(gateway.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

interface Ignored {
  cause: string;
  meta: unknown;
}

async function ignoredOf(project: string): Promise<Ignored[]> {
  const { rows } = await gateway.db.query<Ignored>(
    `select cause, meta from ignored_events where team_id = $1`,
    [project],
  );
  return rows;
}

test("through the gateway: one of forty is delivered, the others are ignored as duplicates", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  await withRules(given, [{ type: "deduplicate", window: 60_000, include_fields: ["body.id"] }]);

  await Promise.all(Array.from({ length: 40 }, (_, n) => post(given.path, { id: 1, n })));
  const ignored = await eventually(
    () => ignoredOf(given.project),
    (rows) => rows.length === 39,
  );

  expect(new Set(ignored.map(({ cause, meta }) => `${cause} ${JSON.stringify(meta)}`))).toEqual(
    new Set(["DUPLICATE null"]),
  );
  expect(await farEnd.arrivals(1)).toHaveLength(1);
  farEnd.close();
});

test("rules run in the user's order: what a filter refuses first never counts as seen", async () => {
  const farEnd = await startFarEnd();
  const given = await givenConnection(gateway.db, { url: farEnd.url });
  const deduplicate: Rule = { type: "deduplicate", window: 60_000, include_fields: ["body.id"] };
  const filter: Rule = { type: "filter", body: { ok: true } };

  await withRules(given, [filter, deduplicate]);
  await post(given.path, { id: 1, ok: false });
  await post(given.path, { id: 1, ok: true });
  await farEnd.arrivals(1);
  await withRules(given, [deduplicate, filter]);
  await post(given.path, { id: 2, ok: false });
  await eventually(
    () => ignoredOf(given.project),
    (rows) => rows.length === 2,
  );
  await post(given.path, { id: 2, ok: true });

  const ignored = await eventually(
    () => ignoredOf(given.project),
    (rows) => rows.length === 3,
  );
  expect(ignored.map(({ cause }) => cause).toSorted()).toEqual(["DUPLICATE", "FILTERED", "FILTERED"]);
  farEnd.close();
});
