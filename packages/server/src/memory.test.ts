import { expect, test } from "vitest";
import { memorySizes, usableMemoryBytes } from "./memory.ts";

const MEBIBYTE = 1024 * 1024;
/** PostgreSQL and node:http hold a body several times while it is stored. */
const COPIES = 3;
/** What gateway, sandbox and PostgreSQL take without any traffic, as measured. */
const IDLE_BYTES = 220 * MEBIBYTE;

test("the limit of the container counts, unless there is none", () => {
  const machine = 8_192 * MEBIBYTE;
  expect(usableMemoryBytes(400 * MEBIBYTE, machine)).toBe(400 * MEBIBYTE);
  expect(usableMemoryBytes(0, machine)).toBe(machine);
  expect(usableMemoryBytes(undefined, machine)).toBe(machine);
  expect(usableMemoryBytes(2 ** 64, machine)).toBe(machine); // "max", cgroup version 2
  expect(usableMemoryBytes(9_223_372_036_854_771_712, machine)).toBe(machine); // no limit, version 1
});

test("with enough memory everything has its full size", () => {
  expect(memorySizes(2_048 * MEBIBYTE)).toEqual({
    inFlightBytes: 96 * MEBIBYTE,
    unroutedBytes: 32 * MEBIBYTE,
    readyBytes: 64 * MEBIBYTE,
    databaseBytes: 256 * MEBIBYTE,
  });
  expect(memorySizes(Number.POSITIVE_INFINITY)).toEqual(memorySizes(2_048 * MEBIBYTE));
});

test.each([400, 512, 768, 1_024, 2_048, 16_384])("all parts together fit into %i MiB", (mebibytes) => {
  const { inFlightBytes, readyBytes, databaseBytes } = memorySizes(mebibytes * MEBIBYTE);

  expect(IDLE_BYTES + COPIES * inFlightBytes + readyBytes + databaseBytes).toBeLessThan(mebibytes * MEBIBYTE);
});

test.each([2, 3, 4])(
  "%i processes have together what one would have, and share the database's pages",
  (processes) => {
    const [one, each] = [memorySizes(8_192 * MEBIBYTE), memorySizes(8_192 * MEBIBYTE, processes)];

    expect(processes * each.inFlightBytes).toBeLessThanOrEqual(one.inFlightBytes);
    expect(processes * each.readyBytes).toBeLessThanOrEqual(one.readyBytes);
    expect(each.databaseBytes).toBe(one.databaseBytes);
  },
);

test.each([8, 16])("each of %i processes still takes the largest body", (processes) => {
  expect(memorySizes(65_536 * MEBIBYTE, processes).inFlightBytes / 2).toBeGreaterThan(11 * MEBIBYTE);
});

test.each([64, 128, 256, 400, 1_024])(
  "with %i MiB, one source can still send the largest body",
  (mebibytes) => {
    expect(memorySizes(mebibytes * MEBIBYTE).inFlightBytes / 2).toBeGreaterThan(11 * MEBIBYTE);
  },
);
