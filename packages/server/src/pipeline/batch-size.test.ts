import { expect, test } from "vitest";
import { type BatchSize, createBatchSize } from "./batch-size.ts";

const DEADLINE_MS = 3_000;

/** Writes full batches to a store for a given time. Returns how many rows it stored, and how many batches failed. */
function writeFor(size: BatchSize, forMs: number, tookMs: (rows: number) => number) {
  let nowMs = 0;
  let stored = 0;
  let failed = 0;
  while (nowMs < forMs) {
    const rows = size.rows();
    const took = tookMs(rows);
    nowMs += Math.min(took, DEADLINE_MS);
    if (took < DEADLINE_MS) {
      size.committed(rows, took, nowMs);
      stored += rows;
    } else {
      size.ranOutOfTime(rows, nowMs);
      failed++;
    }
  }
  return { stored, failed };
}

test("a batch that ran out of time is followed by half of it, down to one row", () => {
  const size = createBatchSize(8, DEADLINE_MS);
  const bounds: number[] = [];

  for (let turn = 0; turn < 5; turn++) {
    size.ranOutOfTime(size.rows(), turn);
    bounds.push(size.rows());
  }

  expect(bounds).toEqual([4, 2, 1, 1, 1]);
});

test("a single row that ran out of time leaves the bound alone", () => {
  const size = createBatchSize(512, DEADLINE_MS);

  size.ranOutOfTime(1, 0);

  expect(size.rows()).toBe(512);
});

test("two batches that ran out of time together halve the bound once", () => {
  const size = createBatchSize(512, DEADLINE_MS);

  size.ranOutOfTime(512, 0);
  size.ranOutOfTime(512, 0);

  expect(size.rows()).toBe(256);
});

test("a database that is quick again gets full batches at once", () => {
  const size = createBatchSize(512, DEADLINE_MS);
  for (let turn = 0; turn < 20; turn++) size.ranOutOfTime(size.rows(), 0);

  const { failed } = writeFor(size, 100, () => 10);

  expect(failed).toBe(0);
  expect(size.rows()).toBe(512);
});

test("on a disk that stays slow, nearly every batch fits and is nearly as large as can be", () => {
  const size = createBatchSize(512, DEADLINE_MS);

  const { stored, failed } = writeFor(size, 600_000, (rows) => 20 * rows);

  expect(failed).toBeLessThan(25);
  expect(stored).toBeGreaterThan(0.8 * (600_000 / 20));
});

test("where each commit takes long whatever its size, batches grow back to their full size", () => {
  const size = createBatchSize(512, DEADLINE_MS);
  for (let turn = 0; turn < 20; turn++) size.ranOutOfTime(size.rows(), 0);

  writeFor(size, 120_000, () => 2_500);

  expect(size.rows()).toBe(512);
});

test("batches that are smaller than the bound do not move it", () => {
  const size = createBatchSize(512, DEADLINE_MS);
  size.ranOutOfTime(512, 0);

  size.committed(255, 1, 60_000);

  expect(size.rows()).toBe(256);
});
