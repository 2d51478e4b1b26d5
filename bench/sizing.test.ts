/** The guide 'Sizing' says what the bench has measured, and its examples are the arithmetic's. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { connectionsWanted } from "../packages/server/src/store/connections-of-each.ts";
import { type EventCost, type Load, sizeFor } from "./sizing.ts";

const read = (page: string) => readFileSync(new URL(`../docs/${page}`, import.meta.url), "utf8");
const GUIDE = read("guides/sizing.md");
const MEASURED = read("performance.md");

const BODY_OF_THE_BENCH = 1024;

function measured(pattern: RegExp): number[] {
  const found = pattern.exec(MEASURED);
  if (!found) throw new Error(`docs/performance.md has no row like ${pattern.source}`);
  return found.slice(1).map((number) => Number(number.replaceAll(",", "")));
}

function costOfAnEvent(): EventCost {
  const [gatewayCpuUs = 0, databaseCpuUs = 0] = measured(
    /\| full path \|.*CPU ([\d,]+) µs gateway, ([\d,]+) µs database/,
  );
  const [stored = 0, recordBytes = 0] = measured(
    /\| stored for an event.*\| ([\d,]+) bytes; ([\d,]+) bytes \|/,
  );
  return { gatewayCpuUs, databaseCpuUs, storedBytes: stored - BODY_OF_THE_BENCH, recordBytes };
}

const KIB = 1024;
const LOADS: (Load & { name: string })[] = [
  { name: "a small shop", average: 1, peak: 50, bodyBytes: 2 * KIB, retentionDays: 30 },
  { name: "a product with many customers", average: 20, peak: 500, bodyBytes: 4 * KIB, retentionDays: 30 },
  { name: "a busy platform", average: 200, peak: 2_000, bodyBytes: 4 * KIB, retentionDays: 7 },
  { name: "large bodies", average: 10, peak: 100, bodyBytes: 64 * KIB, retentionDays: 30 },
  { name: "several machines", average: 1_000, peak: 8_000, bodyBytes: 2 * KIB, retentionDays: 3 },
];

const written = (number: number) => number.toLocaleString("en");

test("the guide has the measured costs", () => {
  const { gatewayCpuUs, databaseCpuUs, storedBytes, recordBytes } = costOfAnEvent();

  expect(GUIDE).toContain(`| processor, gateway | ${gatewayCpuUs} µs |`);
  expect(GUIDE).toContain(`| processor, PostgreSQL | ${databaseCpuUs} µs |`);
  expect(GUIDE).toContain(`| disk, without the body | ${written(storedBytes)} bytes |`);
  expect(GUIDE).toContain(`which stay 30 days longer | ${written(recordBytes)} bytes |`);
  expect(GUIDE).toContain(
    `= peak × ${gatewayCpuUs} µs ÷ 0.7, and **cores of PostgreSQL** = peak × ${databaseCpuUs} µs`,
  );
  expect(GUIDE).toContain(
    `((${written(storedBytes - recordBytes)} bytes + 1.15 × body) × days + ${written(recordBytes)} bytes × (days + 30))`,
  );
});

test.each(LOADS)("the guide has the size for $name", ({ name, ...load }) => {
  const { average, peak, bodyBytes, retentionDays } = load;
  const size = sizeFor(load, costOfAnEvent());

  const row = [
    name,
    `${written(average)}/s`,
    `${written(peak)}/s`,
    `${bodyBytes / KIB} KiB`,
    retentionDays,
    size.gatewayCores,
    size.databaseCores,
    `${size.memoryGiB} GiB`,
    `${written(size.diskGiB)} GiB`,
    size.connections,
  ];
  expect(GUIDE).toContain(`| ${row.join(" | ")} |`);
});

test("the guide has the connections that the server opens", () => {
  expect(GUIDE).toContain(
    `= ${connectionsWanted(1)} for one process alone, ${connectionsWanted(2) / 2} for each of several`,
  );
});
