/** Which process paces a destination, and which one after that process died or stopped? */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import {
  findFreeLimiters,
  forgetPastGroupSlots,
  releaseLimiters,
  storeGroupSlots,
  storeSlots,
  takeLimiters,
} from "./limiters.ts";
import { deregisterProcess, registerProcess } from "./processes.ts";

const silentForMs = 10_000;
let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const process = () => registerProcess(database.db, newId());
const freeTo = (owner: number, ...ids: string[]) =>
  findFreeLimiters(database.db, { owner, ids, silentForMs });
const free = (...ids: string[]) => freeTo(-1, ...ids);
const take = (owner: number, ...ids: string[]) => takeLimiters(database.db, { owner, ids, silentForMs });
const store = (owner: number, id: string, waitMs: number) =>
  storeSlots(database.db, { owner, slots: [{ id, waitMs }] });
const silence = (id: number) =>
  database.db.query(`update processes set heartbeat_at = now() - interval '11 seconds' where id = $1`, [id]);

test("of many that reach for a limiter exactly one gets it, and keeps it while it lives", async () => {
  const [limiter, other] = [newId(), newId()];
  const processes = await Promise.all(Array.from({ length: 5 }, process));

  const taken = await Promise.all(processes.map((owner) => take(owner, limiter, other)));
  const owners = processes.filter((_, index) => taken[index]?.some(({ id }) => id === limiter));

  expect(taken.flat()).toHaveLength(2);
  expect(owners).toHaveLength(1);
  expect(await free(limiter)).toEqual([]);
  expect((await take(owners[0] ?? 0, limiter)).map((one) => [one.id, one.was_abandoned])).toEqual([
    [limiter, false],
  ]);
});

test("who took a limiter and never heard of it can take it again, and nobody else can", async () => {
  const limiter = newId();
  const [owner, other] = [await process(), await process()];
  await take(owner, limiter);

  expect([await freeTo(owner, limiter), await freeTo(other, limiter)]).toEqual([[limiter], []]);
  expect(await take(owner, limiter)).toMatchObject([{ id: limiter, was_abandoned: false }]);
});

test("a limiter is free once its owner is silent or gone, and says that it was abandoned", async () => {
  const [limiter, second] = [newId(), newId()];
  const [owner, heir, third] = [await process(), await process(), await process()];
  await take(owner, limiter, second);
  expect(await free(limiter)).toEqual([]);

  await silence(owner);
  expect(await free(limiter)).toEqual([limiter]);
  expect(await take(heir, limiter)).toMatchObject([{ id: limiter, was_abandoned: true }]);

  await deregisterProcess(database.db, heir);
  expect(await take(third, limiter)).toMatchObject([{ id: limiter, was_abandoned: true }]);
  expect(await store(owner, limiter, 0)).toEqual([]);
});

test("the next slot outlives its owner, by death or in good order", async () => {
  const limiter = newId();
  const [owner, heir, third] = [await process(), await process(), await process()];
  await take(owner, limiter);
  expect(await store(owner, limiter, 3_600_000)).toEqual([limiter]);

  await silence(owner);
  const [inherited] = await take(heir, limiter);
  expect(inherited?.wait_ms).toBeGreaterThan(3_500_000);

  await releaseLimiters(database.db, { owner: heir, ids: [limiter] });
  const [next] = await take(third, limiter);
  expect(next?.wait_ms).toBeGreaterThan(3_500_000);
  expect(next?.was_abandoned).toBe(false);
});

test("a limiter let go after its last slot is forgotten; nobody lets go of another's", async () => {
  const limiter = newId();
  const [owner, other] = [await process(), await process()];
  await take(owner, limiter);
  await store(owner, limiter, -1);

  await releaseLimiters(database.db, { owner: other, ids: [limiter] });
  expect(await free(limiter)).toEqual([]);
  await releaseLimiters(database.db, { owner, ids: [limiter] });
  const { rowCount } = await database.db.query(`select from limiters where id = $1`, [limiter]);
  expect(rowCount).toBe(0);
});

const slot = (delivery_group: string, wait_ms: number) => ({ delivery_group, wait_ms });

test("slots of groups outlive their owner, and only the owner writes them", async () => {
  const limiter = newId();
  const [owner, heir] = [await process(), await process()];
  await take(owner, limiter);
  await storeGroupSlots(database.db, {
    owner,
    limiter_id: limiter,
    slots: [slot("a", 3_600_000), slot("past", -1)],
  });
  await storeGroupSlots(database.db, { owner: heir, limiter_id: limiter, slots: [slot("a", 1)] });

  await silence(owner);
  const [taken] = await takeLimiters(database.db, {
    owner: heir,
    ids: [limiter],
    silentForMs,
    withGroups: [limiter],
  });
  await forgetPastGroupSlots(database.db);

  expect(taken?.groups).toEqual([{ delivery_group: "a", wait_ms: expect.any(Number) }]);
  expect(taken?.groups[0]?.wait_ms).toBeGreaterThan(3_500_000);
  const { rows } = await database.db.query(`select delivery_group from limiter_groups`);
  expect(rows).toEqual([{ delivery_group: "a" }]);
});
