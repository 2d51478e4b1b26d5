import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { childArguments } from "./caged-child.ts";

// In the folder of the child's own program, because a child can read nothing else.
const folder = mkdtempSync(join(import.meta.dirname, "caged-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What happens when a program in the same cage tries this. */
function attempt(expression: string): string {
  const program = join(folder, "attempt.mjs");
  writeFileSync(
    program,
    `try { const value = await (${expression}); console.log("got " + value) } catch (error) { console.log(error.code ?? error.message) }`,
  );
  return spawnSync(process.execPath, childArguments({ runMaxMs: 0, freezeAfterRuns: 0 }, program), {
    env: {},
    cwd: "/",
    encoding: "utf8",
  }).stdout.trim();
}

test.each([
  `(await import("node:fs")).readFileSync("/etc/passwd", "utf8")`,
  `(await import("node:fs")).readdirSync("/")`,
  `(await import("node:fs")).readFileSync(${JSON.stringify(join(import.meta.dirname, "../config.ts"))})`,
  `(await import("node:fs")).writeFileSync(${JSON.stringify(join(import.meta.dirname, "written.txt"))}, "x")`,
  `(await import("node:child_process")).execFileSync("/bin/true")`,
  `new (await import("node:worker_threads")).Worker("1", { eval: true })`,
  `(await import("node:inspector")).open(0)`,
])("%s is refused", (expression) => {
  expect(attempt(expression)).toBe("ERR_ACCESS_DENIED");
});

test("there is no environment", () => {
  expect(attempt("JSON.stringify(process.env)")).toBe("got {}");
});
