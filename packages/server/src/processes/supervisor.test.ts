import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { argumentsOf, numberOfProcess } from "./order.ts";
import { passLines } from "./supervisor.ts";

/** What reaches the log when `parts` arrive one by one. */
function passed(parts: readonly (string | Buffer)[]): string[] {
  const from = new PassThrough();
  const written: string[] = [];
  passLines(from, { write: (text: string) => written.push(text) > 0 });
  for (const part of parts) from.write(part);
  return written;
}

test("only whole lines reach the log, also when they come in parts", () => {
  expect(passed(["one\ntw", "o\n", "thr", "ee", "\nfour"])).toEqual(["one\n", "two\n", "three\n"]);
});

test("a character that comes in two parts stays one, and a line keeps the separators of Unicode", () => {
  const line = Buffer.from("päck\u2028chen\n");
  expect(passed([line.subarray(0, 2), line.subarray(2)])).toEqual(["päck\u2028chen\n"]);
});

test("a process knows its number from its command line, and a person's start has none", () => {
  expect(numberOfProcess(["node", "main.mjs", ...argumentsOf(3)])).toBe(3);
  expect(numberOfProcess(["node", "main.mjs"])).toBe(null);
});
