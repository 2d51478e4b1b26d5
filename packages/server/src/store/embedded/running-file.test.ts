import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { acquireInstanceLock } from "./instance-lock.ts";
import { announceRunning, runningOn } from "./running-file.ts";

const DASHBOARD = "http://127.0.0.1:4400";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "posthorn-running-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const given = () => acquireInstanceLock(join(directory, "instance.lock"));

test("who runs on a directory is found with its dashboard, and found no more after its end", async () => {
  const lock = await given();
  expect(await runningOn(directory)).toEqual({ pid: process.pid, dashboard: null });

  const takeBack = await announceRunning(directory, DASHBOARD);

  expect(await runningOn(directory)).toEqual({ pid: process.pid, dashboard: DASHBOARD });
  await takeBack();
  expect(await runningOn(directory)).toEqual({ pid: process.pid, dashboard: null });
  await lock.release();
  expect([await runningOn(directory), await readdir(directory)]).toEqual([null, []]);
});

test("what a killed product has left behind is believed neither without a lock nor with the lock of another", async () => {
  const running = join(directory, "running.json");
  const lock = await given();
  await announceRunning(directory, DASHBOARD);
  const left = JSON.parse(await readFile(running, "utf8"));

  await writeFile(running, JSON.stringify({ ...left, started: "before the last boot" }));
  expect(await runningOn(directory)).toEqual({ pid: process.pid, dashboard: null });
  await writeFile(running, "{");
  expect(await runningOn(directory)).toEqual({ pid: process.pid, dashboard: null });
  await lock.release();
  await writeFile(running, JSON.stringify(left));
  expect(await runningOn(directory)).toBeNull();
  expect(await runningOn(join(directory, "nowhere"))).toBeNull();
});

test("what cannot be taken away holds up no stop", async () => {
  const running = join(directory, "running.json");
  const lock = await given();
  const takeBack = await announceRunning(directory, DASHBOARD);
  await rm(running);
  await mkdir(running); // no file, so nothing that this could remove

  await expect(takeBack()).resolves.toBeUndefined();
  await lock.release();
});
