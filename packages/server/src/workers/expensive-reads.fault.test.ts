/**
 * One project has more hanging reads than the API has connections; everything else goes on.
 *
 * The reads hang in the database, behind a lock, and a client that gets an answer asks again. The first control removes
 * the limit on a project's reads; the second also removes the heartbeat's own connection.
 */
import type { Source } from "@posthorn/contract/sources";
import { afterEach, expect, test } from "vitest";
import { issueApiKey } from "../store/api-keys.ts";
import { type Database, openDatabase } from "../store/database.ts";
import { OF_ONE_ALONE } from "../store/connections-of-each.ts";
import { createProject } from "../store/new-project.ts";
import { createSealer } from "../store/seal.ts";
import { newId } from "../ids.ts";
import { control } from "../testing/control.ts";
import { eventually } from "../testing/gateway.ts";
import { MASTER_KEY } from "../testing/given-access.ts";
import { type Product, type Protection, createProduct } from "../testing/product.ts";
import { type TableLock, lockTable } from "../testing/table-lock.ts";

const API_CONNECTIONS = OF_ONE_ALONE.api;
const CALLERS = 3 * API_CONNECTIONS;

const TURNS_OF_A_PROJECT: Protection = {
  file: "api/read-turns.ts",
  from: "return EXPENSIVE.has(endpoint);",
  to: "return EXPENSIVE.has(endpoint) && false;",
};
const HEARTBEATS_OWN_CONNECTION: Protection = {
  file: "gateway.ts",
  from: "heartbeatDb: pools.heartbeat,",
  to: "heartbeatDb: pools.api,",
};

let product: Product | undefined;
let db: Database | undefined;
let lock: TableLock | undefined;
let over = new AbortController();
let asking: Promise<unknown> = Promise.resolve();
afterEach(async () => {
  over.abort();
  await lock?.release();
  await asking;
  await db?.close();
  await product?.remove();
});

/** A product whose first project has reads hanging without end, and a second project beside it. */
async function givenHangingReads(...without: Protection[]) {
  over = new AbortController();
  product = await createProduct({ without, environment: { POSTHORN_MASTER_KEY: MASTER_KEY } });
  await product.start();
  const { publicUrl, apiKey } = product;
  const source = await product.api<Source>("POST", "/sources", { name: "shop" });
  const transformation = await product.api<{ id: string }>("POST", "/transformations", {
    name: "same",
    code: "addHandler('transform', (request) => request)",
  });
  db = openDatabase(await product.databaseUrl());
  const organization_id = newId();
  const team_id = await createProject(db, createSealer(MASTER_KEY), { organization_id, name: "Others" });
  const { key } = await issueApiKey(db, { team_id, name: "test", expires_at: null });

  const hanging = await lockTable(await product.databaseUrl(), "transformation_executions");
  lock = hanging;
  const get = (path: string, as: string) =>
    fetch(`${publicUrl}/2025-07-01${path}`, { headers: { authorization: `Bearer ${as}` } });
  async function askOnAndOn(): Promise<void> {
    while (!over.signal.aborted)
      await get(`/transformations/${transformation.id}/executions`, apiKey).then((r) => r.text());
  }
  asking = Promise.all(Array.from({ length: CALLERS }, askOnAndOn));
  return {
    product,
    db,
    hanging,
    readyOn: (url: string) => fetch(`${url}/readyz`).then(({ status }) => status),
    send: () => fetch(source.url, { method: "POST", body: "{}" }).then(({ status }) => status),
    othersList: () => get("/events", key).then(({ status }) => status),
  };
}

async function lastBeat(from: Database): Promise<string> {
  const { rows } = await from.query<{ at: string }>("select max(heartbeat_at)::text as at from processes");
  return rows[0]?.at ?? "";
}

test("heartbeat, ingest, readiness and another project's lists go on", async () => {
  const given = await givenHangingReads();
  await given.hanging.waitedFor(3);

  for (let beats = 0; beats < 3; beats++) {
    const before = await lastBeat(given.db);
    expect(await given.send()).toBe(200);
    expect(await given.othersList()).toBe(200);
    expect(await given.readyOn(given.product.publicUrl)).toBe(200);
    expect(await given.readyOn(given.product.ingestUrl)).toBe(200);
    await eventually(
      () => lastBeat(given.db),
      (now) => now > before,
    );
  }
  expect(given.product.output()).not.toContain("heartbeat.failed");
});

control("without turns one project takes all connections, and another's list is not answered", async () => {
  const given = await givenHangingReads(TURNS_OF_A_PROJECT);
  await given.hanging.waitedFor(API_CONNECTIONS);

  await eventually(given.othersList, (status) => status !== 200);
});

control("a heartbeat over the connections of the API starves with them", async () => {
  const given = await givenHangingReads(TURNS_OF_A_PROJECT, HEARTBEATS_OWN_CONNECTION);
  await given.hanging.waitedFor(API_CONNECTIONS);

  await eventually(
    () => Promise.resolve(given.product.output()),
    (output) => output.includes("heartbeat.failed"),
  );
});
