import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { acquireInstanceLock } from "./instance-lock.ts";
import { identifyProcess } from "./process-identity.ts";

let directory: string;
let lockFile: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "posthorn-lock-"));
  lockFile = join(directory, "instance.lock");
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const refusal = `Another Posthorn (process ${process.pid}) is already running on this data directory`;

test("a second instance is refused, by the pid of the first", async () => {
  await acquireInstanceLock(lockFile);

  await expect(acquireInstanceLock(lockFile)).rejects.toThrow(refusal);
});

test("a released lock is free again, and leaves no file behind", async () => {
  const lock = await acquireInstanceLock(lockFile);
  await lock.release();
  const next = await acquireInstanceLock(lockFile);
  await next.release();

  expect(await readdir(directory)).toEqual([]);
});

test("the lock of a process that is gone holds nothing", async () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  await writeFile(lockFile, JSON.stringify({ pid, started: "then" }));

  await expect(acquireInstanceLock(lockFile)).resolves.toBeDefined();
});

test("the lock of an earlier process with a pid that lives again holds nothing", async () => {
  await writeFile(lockFile, JSON.stringify({ pid: process.pid, started: "before the last boot" }));

  await expect(acquireInstanceLock(lockFile)).resolves.toBeDefined();
});

test("a damaged lock file holds nothing", async () => {
  await writeFile(lockFile, "{");

  await expect(acquireInstanceLock(lockFile)).resolves.toBeDefined();
});

test("of many that find a stale lock at the same moment, one gets it", async () => {
  await writeFile(lockFile, JSON.stringify({ pid: process.pid, started: "before the last boot" }));

  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => acquireInstanceLock(lockFile)));

  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await readdir(directory)).toEqual(["instance.lock"]);
});

test("a starter that died while it replaced a stale lock is replaced itself", async () => {
  const dead = JSON.stringify({ pid: process.pid, started: "before the last boot" });
  await writeFile(lockFile, dead);
  const succession = `${lockFile}.after.${createHash("sha256").update(dead).digest("hex").slice(0, 16)}`;
  await writeFile(succession, JSON.stringify({ pid: process.pid, started: "also before" }));

  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => acquireInstanceLock(lockFile)));

  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await readdir(directory)).toEqual(["instance.lock"]);
});

test("a process is told apart from a later one with its pid", () => {
  const self = identifyProcess(process.pid);
  const parent = identifyProcess(process.ppid);

  expect(self).toEqual(identifyProcess(process.pid));
  expect(self?.started).not.toEqual(parent?.started);
});
