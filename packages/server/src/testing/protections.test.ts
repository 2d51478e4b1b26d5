/** A control that takes nothing away proves nothing: every text that one replaces is in its file, exactly once. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "..");
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;
const PROTECTION = new RegExp(String.raw`file: "([^"]+)",\s*from:\s*(${QUOTED})`, "g");

const protections = globSync(["testing/{protections,channel-stand-ins}.ts", "**/*.{fault,long}.test.ts"], {
  cwd: SOURCES,
}).flatMap((test_file) =>
  [...readFileSync(join(SOURCES, test_file), "utf8").matchAll(PROTECTION)].map(
    ([, file = "", from = ""]) => ({
      test_file,
      file,
      from: from.slice(1, -1).replaceAll(/\\(.)/g, "$1"),
    }),
  ),
);

test("the controls are found", () => {
  expect(protections.length).toBeGreaterThan(12);
});

test.each(protections)("$test_file replaces a text of $file", ({ file, from }) => {
  expect(readFileSync(join(SOURCES, file), "utf8").split(from)).toHaveLength(2);
});
