import { expect, test } from "vitest";
import { processesFor } from "./process-count.ts";

const GIBIBYTE = 1024 ** 3;

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 2],
  [7, 3],
  [8, 4],
  [16, 8],
  [64, 8],
])("of %i cores with plenty of memory, %i are for processes", (cores, processes) => {
  expect(processesFor({ cores, memoryBytes: 256 * GIBIBYTE, platform: "linux" })).toBe(processes);
});

test.each([
  [0.5, 1],
  [1, 1],
  [2, 2],
  [3.9, 3],
])("sixteen cores with %f GiB run %i", (gibibytes, processes) => {
  expect(processesFor({ cores: 16, memoryBytes: gibibytes * GIBIBYTE, platform: "linux" })).toBe(processes);
});

test("where the system cannot spread connections there is one", () => {
  expect(processesFor({ cores: 16, memoryBytes: 64 * GIBIBYTE, platform: "darwin" })).toBe(1);
});
