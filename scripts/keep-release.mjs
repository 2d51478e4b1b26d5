/**
 * Keeps the sources of a release for the test that runs it beside the present ones: `node scripts/keep-release.mjs [COMMIT]`.
 *
 * The archive has what the server runs on and no tests, and is part of the repository, so the test works in every clone, also in
 * a shallow one. Releases N-1 and N run side by side, so only the newest archive is kept (docs/how-to-change-the-schema.md).
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "./toolchain.mjs";

const DIRECTORY = join(ROOT, "packages", "server", "src", "testing", "releases");
const KEPT = [
  "package.json",
  "packages/contract",
  "packages/server",
  ":(exclude,glob)**/*.test.ts",
  ":(exclude)packages/server/src/conformance",
  ":(exclude)packages/server/src/testing",
];

const commit = process.argv[2] ?? "HEAD";
/** @param {string[]} args */
const git = (...args) => execFileSync("git", args, { cwd: ROOT, maxBuffer: 2 ** 28 });
const { version } = JSON.parse(git("show", `${commit}:package.json`).toString());
const archive = gzipSync(git("archive", "--format=tar", commit, "--", ...KEPT), { level: 9 });

mkdirSync(DIRECTORY, { recursive: true });
for (const other of readdirSync(DIRECTORY)) rmSync(join(DIRECTORY, other));
writeFileSync(join(DIRECTORY, `${version}.tar.gz`), archive);
console.log(`Kept ${version} as of ${commit}: ${Math.round(archive.length / 1024)} KiB.`);
