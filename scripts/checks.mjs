/**
 * Is the code formatted, free of lint and type errors, true to the architecture, all of it in use, and safe to
 * update to?
 *
 * All checks run, even if one fails. Each failed check is reported with its output.
 */
import { spawn } from "node:child_process";
import { ROOT, toolEnvironment } from "./toolchain.mjs";

/** @typedef {import("./test-reports.mjs").TestRun} TestRun */

/** @type {{ name: string, command: string[] }[]} */
const CHECKS = [
  { name: "format", command: ["oxfmt", "--check", "."] },
  { name: "lint", command: ["oxlint", "--type-aware", "--deny-warnings", "."] },
  { name: "types", command: ["tsc", "-p", "tsconfig.json"] },
  { name: "dashboard types", command: ["tsc", "-p", "packages/dashboard"] },
  { name: "cli types", command: ["tsc", "-p", "packages/cli"] },
  { name: "package types", command: ["tsc", "-p", "packages/posthorn"] },
  { name: "e2e types", command: ["tsc", "-p", "e2e"] },
  { name: "architecture", command: ["node", "scripts/check-architecture.ts"] },
  { name: "migrations", command: ["node", "scripts/check-migrations.ts"] },
  { name: "dead code", command: ["knip"] },
];

/**
 * Each check is a test of the run.
 * @returns {Promise<TestRun>}
 */
export async function runChecks() {
  const results = await Promise.all(CHECKS.map(runCheck));
  for (const { name, isFine, output, seconds } of results) {
    console.log(`${isFine ? "ok    " : "FAILED"}  ${name} (${seconds.toFixed(1)} s)`);
    if (!isFine) console.log(`\n${output.trim()}\n`);
  }
  return {
    tests: results.map(({ name, isFine }) => ({
      file: "",
      name,
      status: isFine ? "passed" : "failed",
      place: "",
      message: "",
    })),
    brokenFiles: [],
    files: [],
    exitCode: results.every(({ isFine }) => isFine) ? 0 : 1,
  };
}

/**
 * @param {{ name: string, command: string[] }} check
 * @returns {Promise<{ name: string, isFine: boolean, output: string, seconds: number }>}
 */
function runCheck({ name, command }) {
  const startedAt = performance.now();
  const [program = "", ...args] = command;
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: toolEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      output += chunk.toString();
    };
    /** @param {boolean} isFine */
    const finish = (isFine) =>
      done({ name, isFine, output, seconds: (performance.now() - startedAt) / 1000 });
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", (error) => {
      output += error.message;
      finish(false);
    });
    child.once("close", (code) => finish(code === 0));
  });
}
