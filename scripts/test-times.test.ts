import { expect, test } from "vitest";
import { slowestFiles, slowestLines, timeLines } from "./test-times.mjs";

const part = (name: string, wallMs: number, cpuMs: number | null, files: [string, number][] = []) => ({
  name,
  wallMs,
  cpuMs,
  files: files.map(([file, ms]) => ({ file, ms })),
});

test("the slowest files of all parts come first, and no more than asked for", () => {
  const parts = [
    part("unit", 0, 0, [
      ["a", 10],
      ["b", 30],
    ]),
    part("db", 0, 0, [["c", 20]]),
  ];

  expect(slowestFiles(parts, 2)).toEqual([
    { part: "unit", file: "b", ms: 30 },
    { part: "db", file: "c", ms: 20 },
  ]);
});

test("a file that ran twice has the time of both runs; one of another part is another file", () => {
  const twice = part("unit", 0, 0, [
    ["a", 10],
    ["a", 15],
  ]);

  expect(slowestFiles([twice, part("db", 0, 0, [["a", 20]])])).toEqual([
    { part: "unit", file: "a", ms: 25 },
    { part: "db", file: "a", ms: 20 },
  ]);
});

test("each part has a line, and the whole run has one: parts beside each other share its time", () => {
  const parts = [part("check", 60_000, 90_000), part("fault", 200_000, 30_000)];

  expect(timeLines(parts, 201_250)).toEqual([
    "check           60.0 s    90.0 s on a processor",
    "fault          200.0 s    30.0 s on a processor",
    "all            201.3 s   120.0 s on a processor",
  ]);
});

test("without figures of the system only the time on the wall is printed", () => {
  expect(timeLines([part("unit", 1000, null)], 1000)).toEqual([
    "unit             1.0 s",
    "all              1.0 s",
  ]);
});

test("a line names the part and the file", () => {
  const parts = [part("db", 0, 0, [["/posthorn/a.db.test.ts", 12_340]])];

  expect(slowestLines(parts, (file) => file.replace("/posthorn/", ""))).toEqual([
    "   12.3 s  db › a.db.test.ts",
  ]);
});
