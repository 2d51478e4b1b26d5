/**
 * Is a program of the system installed, and where?
 *
 * Tests that need a tool ask. Nothing is skipped in silence: an ordinary test that cannot look without its tool says so, and a
 * long test installs the distribution's package if it may, and otherwise fails with an advice.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { describe } from "vitest";

/** Debian keeps some programs where only root looks. */
const FURTHER_FOLDERS = ["/usr/local/sbin", "/usr/sbin", "/sbin"];

function installedProgram(name: string): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...FURTHER_FOLDERS];
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

/**
 * Declares tests that need a program. Where it is not installed there are none, and the output says what nobody looked at: a
 * skipped test would fail the run of everybody who does not have it.
 */
export function describeWith(name: string, what: string, declare: (program: string) => void): void {
  const program = installedProgram(name);
  if (program === null) process.stdout.write(`not run, because ${name} is not installed: ${what}\n`);
  else describe(name, () => declare(program));
}

/** For tests that run only on request. */
export function installProgram(name: string, debianPackage = name): string {
  const mayInstall = process.getuid?.() === 0 && installedProgram("apt-get") !== null;
  if (installedProgram(name) === null && mayInstall) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-q"], { stdio: "ignore", env });
    spawnSync("apt-get", ["install", "-q", "-y", "--no-install-recommends", debianPackage], {
      stdio: "inherit",
      env,
    });
  }
  const program = installedProgram(name);
  if (program !== null) return program;
  throw new Error(`This test needs ${name}, and could not install it: apt-get install ${debianPackage}`);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
