/**
 * Archived events stop neither a bulk retry nor a recovery.
 *
 * 250 events whose data retention has dropped lie before five that failed yesterday: the bulk retry of all of them sends
 * the five. Then the gateway is killed while it holds archived events and ten new ones, as if retention had dropped their
 * day meanwhile: the next start sends the ten and ends the archived ones. The control takes over without looking for the
 * day of an attempt: then it never gets past the archived ones.
 */
import type { BatchOperation } from "@posthorn/contract/bulk";
import type { Connection } from "@posthorn/contract/connections";
import { internalId } from "@posthorn/contract/ids";
import { afterEach, expect, test } from "vitest";
import { type Database, openDatabase } from "../store/database.ts";
import { control } from "../testing/control.ts";
import { eventually, startFarEnd } from "../testing/gateway.ts";
import { givenArchivedEvents, givenManyEvents } from "../testing/given-events.ts";
import { type Product, type Protection, createProduct } from "../testing/product.ts";

const ARCHIVED = 250;
const RECENT = 5;
const HELD = 10;

/** Records each interrupted attempt, whether its day exists or not. */
const DAYS_LOOKED_FOR: Protection = {
  file: "store/event-leases.ts",
  from: "looksForDays: true,",
  to: "looksForDays: false,",
};

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

interface Given {
  product: Product;
  db: Database;
  farEnd: Awaited<ReturnType<typeof startFarEnd>>;
  source: Connection["source"];
  archived: string[];
  /** From now on the far end answers, also what it has not answered yet. */
  answerAll: () => void;
}

/** A far end that does not answer requests to `/held` until the test wants it to. */
async function givenArchived(...without: Protection[]): Promise<Given> {
  const waiting: (() => void)[] = [];
  let answers = false;
  const farEnd = await startFarEnd((request, response) => {
    if (answers || !request.url?.includes("held")) response.end();
    else waiting.push(() => response.end());
  });
  ends.push(() => farEnd.close());
  const product = await createProduct({ without });
  ends.push(() => product.remove());
  await product.start();
  const { id, source } = await product.connect(farEnd.url);
  const db = openDatabase(await product.databaseUrl());
  ends.push(() => db.close());
  const { rows } = await db.query<{ team_id: string }>("select team_id from connections");
  const connection = {
    project: rows[0]?.team_id ?? "",
    source: internalId("source", source.id) ?? "",
    connection: internalId("connection", id) ?? "",
  };
  const archived = await givenArchivedEvents(db, connection, ARCHIVED);
  await givenManyEvents(db, connection, RECENT);
  return {
    product,
    db,
    farEnd,
    source,
    archived,
    answerAll() {
      answers = true;
      for (const answer of waiting) answer();
    },
  };
}

/** Kills the gateway while it holds ten new events, and archived ones as well. */
async function killWhileHolding({ product, db, farEnd, source, archived }: Given): Promise<void> {
  const before = farEnd.received.length;
  for (let number = 0; number < HELD; number++) await fetch(`${source.url}/held`, { method: "POST" });
  await farEnd.arrivals(before + HELD);
  await product.kill();
  await db.query(
    `update events set status = 'QUEUED', attempts = 2, lease_owner = holder.id, claimed_by = holder.id
     from (select max(id) as id from processes) as holder where events.id = any ($1::uuid[])`,
    [archived.slice(0, 100)],
  );
}

async function countBy(db: Database, columns: string): Promise<Record<string, number>> {
  const { rows } = await db.query<{ key: string; count: number }>(
    `select concat_ws(' ', ${columns}) as key, count(*)::int as count from events group by 1`,
  );
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

test("archived events stop neither a bulk retry nor the recovery after a kill", async () => {
  const given = await givenArchived();
  const { product, db, farEnd, answerAll } = given;

  const { id } = await product.api<BatchOperation>("POST", "/bulk/events/retry", { query: {} });
  const retried = await eventually(
    () => product.api<BatchOperation>("GET", `/bulk/events/retry/${id}`),
    ({ in_progress }) => !in_progress,
  );

  expect(retried).toMatchObject({ estimated_count: RECENT, completed_count: RECENT, failed_count: 0 });
  expect(farEnd.received).toHaveLength(RECENT);
  expect(await countBy(db, "status")).toEqual({ FAILED: ARCHIVED, SUCCESSFUL: RECENT });

  await killWhileHolding(given);
  answerAll();
  await product.start();
  const ended = await eventually(
    () => countBy(db, "status, coalesce(lease_owner, 0)"),
    (counts) => counts["SUCCESSFUL 0"] === RECENT + HELD && counts["FAILED 0"] === ARCHIVED,
  );

  expect(Object.keys(ended)).toHaveLength(2);
});

control(
  "a take-over that does not look for the day of an attempt is seen to strand archived events",
  async () => {
    const given = await givenArchived(DAYS_LOOKED_FOR);
    const { product, db, answerAll } = given;

    await killWhileHolding(given);
    answerAll();
    await product.start();
    const counts = await eventually(
      () => countBy(db, "status, lease_owner is null"),
      (found) => found["SUCCESSFUL t"] === HELD,
    );

    expect(counts["QUEUED f"]).toBe(100);
    expect(product.output()).toContain("process.not_taken_over");
  },
);
