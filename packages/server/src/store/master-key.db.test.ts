import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { databaseOfTest } from "../testing/fresh-database.ts";
import { loadMasterKey, MasterKeyRefused } from "./master-key.ts";

const directories: string[] = [];
afterAll(() => Promise.all(directories.map((directory) => rm(directory, { recursive: true }))));

async function givenInstallation() {
  const dataDir = await mkdtemp(join(tmpdir(), "posthorn-key-"));
  directories.push(dataDir);
  const { db } = await databaseOfTest();
  const start = (masterKey: string | null = null) => loadMasterKey({ config: { dataDir, masterKey }, db });
  return { start, keyFile: join(dataDir, "master.key") };
}

test("the first start makes a key only its owner can read, and later starts find it", async () => {
  const { start, keyFile } = await givenInstallation();

  const first = await start();
  const second = await start();

  expect(second).toBe(first);
  expect(Buffer.from(first, "base64")).toHaveLength(32);
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  expect((await readFile(keyFile, "utf8")).trim()).toBe(first);
});

test("two processes that start at once on an empty database agree on one key", async () => {
  const { start } = await givenInstallation();

  const keys = await Promise.all([start(), start()]);

  expect(keys[0]).toBe(keys[1]);
});

test("a wrong key is refused with a sentence that says what to do", async () => {
  const { start } = await givenInstallation();
  await start("the right key, thirty-two characters and more");

  const wrong = start("a wrong key, also of thirty-two characters or more");

  await expect(wrong).rejects.toThrow(MasterKeyRefused);
  await expect(wrong).rejects.toThrow("The master key from POSTHORN_MASTER_KEY is not the one");
  await expect(wrong).rejects.not.toThrow("a wrong key");
});

test("a key file that is gone, while the database is sealed, is not replaced by a new one", async () => {
  const { start, keyFile } = await givenInstallation();
  await start();
  await rm(keyFile);

  await expect(start()).rejects.toThrow("The master key is missing");
  await expect(stat(keyFile)).rejects.toThrow("ENOENT");
});

test("an empty key file is refused", async () => {
  const { start, keyFile } = await givenInstallation();
  await writeFile(keyFile, "\n");

  await expect(start()).rejects.toThrow("does not hold a master key");
});
