import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import type { Lane } from "../store/lane.ts";
import { createGroupCommit, type GroupCommitOptions } from "./group-commit.ts";

const LANES: Lane[] = [0, 1].map(() => ({
  dial: () => Promise.resolve(),
  run: () => Promise.resolve([]),
  close: () => Promise.resolve(),
}));

/** A store whose writes end when the test ends them. */
function heldStore() {
  const writes: { rows: readonly number[]; commit: () => void; fail: (error: Error) => void }[] = [];
  const write = (_: Lane, rows: readonly number[]) =>
    new Promise<void>((commit, fail) => writes.push({ rows, commit, fail }));
  return { writes, write };
}

function commits(options: Partial<GroupCommitOptions<number>>) {
  const committed: number[][] = [];
  const failed: number[][] = [];
  const group = createGroupCommit<number>({
    lanes: LANES,
    maxRows: 3,
    maxBytes: 1_000,
    bytesOf: () => 1,
    write: () => Promise.resolve(),
    committed: (rows) => committed.push([...rows]),
    failed: (rows) => failed.push([...rows]),
    retry: false,
    ...options,
  });
  return { group, committed, failed };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const refused = () => Object.assign(new DatabaseError("bad row", 1, "error"), { code: "22P02" });

test("rows of one turn go together, two batches are written at a time, the rest waits", async () => {
  const { writes, write } = heldStore();
  const { group } = commits({ write });

  for (let row = 1; row <= 9; row++) group.add(row);
  await nextTurn();

  expect(writes.map(({ rows }) => rows)).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect(group.size()).toBe(9);
});

test("nobody hears of a commit before it returned", async () => {
  const { writes, write } = heldStore();
  const { group, committed } = commits({ write });
  group.add(1);
  await nextTurn();

  expect(committed).toEqual([]);
  writes[0]?.commit();
  await group.drained();
  expect(committed).toEqual([[1]]);
});

test("a batch is bounded by bytes, and a row larger than the bound goes alone", async () => {
  const { group, committed } = commits({ maxBytes: 10, bytesOf: (row) => row });

  for (const row of [4, 4, 4, 50, 1]) group.add(row);
  await nextTurn();
  await group.drained();

  expect(committed.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual(
    [[1], [4, 4], [4], [50]].toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0)),
  );
});

test("an outage fails the batch where somebody waits", async () => {
  const { group, failed } = commits({ write: () => Promise.reject(new Error("down")) });

  group.add(1);
  await nextTurn();
  await group.drained();

  expect(failed).toEqual([[1]]);
});

test("an outage is outlasted where nobody waits", async () => {
  let tries = 0;
  const { group, committed, failed } = commits({
    retry: true,
    write: () => (++tries < 3 ? Promise.reject(new Error("down")) : Promise.resolve()),
  });

  group.add(1);
  await nextTurn();
  await group.drained();

  expect(committed).toEqual([[1]]);
  expect(failed).toEqual([]);
});

test("one row that the database refuses does not take its neighbours with it", async () => {
  const { group, committed, failed } = commits({
    maxRows: 10,
    retry: true,
    write: (_, rows) => (rows.includes(3) ? Promise.reject(refused()) : Promise.resolve()),
  });

  for (let row = 1; row <= 5; row++) group.add(row);
  await nextTurn();
  await group.drained();

  expect(committed.flat().toSorted((a, b) => a - b)).toEqual([1, 2, 4, 5]);
  expect(failed).toEqual([[3]]);
});

test("what waits can be taken back, what is being written cannot", async () => {
  const { writes, write } = heldStore();
  const { group, committed } = commits({ write });
  for (let row = 1; row <= 9; row++) group.add(row);
  await nextTurn();

  const withdrawn = group.withdraw((row) => row % 2 === 1);
  for (const { commit } of writes) commit();
  await nextTurn();
  for (const { commit } of writes) commit();
  await group.drained();

  expect(withdrawn).toEqual([7, 9]);
  expect(committed).toEqual([[1, 2, 3], [4, 5, 6], [8]]);
});

test("whoever waits for the end hears of it when the last row is taken back", async () => {
  const { group } = commits({ lingerMs: 3_600_000 });
  group.add(1);
  await nextTurn();
  const drained = group.drained();

  group.withdraw(() => true);

  await drained;
  expect(group.size()).toBe(0);
});
