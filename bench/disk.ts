/**
 * Where may the bench write, and how often per second can that disk make a write durable?
 *
 * A file system in memory would make every commit free and every figure a lie, so it is gone around.
 */
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { chmod, mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TMPFS = 0x01021994;
/** PostgreSQL's log page; written over the same few pages, as it recycles its files. */
const PAGE = Buffer.alloc(8192, "p");
const PAGES = 128;

/** A fresh directory, to be removed by the caller. */
export async function makeBenchDirectory(): Promise<string> {
  const { type } = await statfs(tmpdir());
  const directory = await mkdtemp(join(type === TMPFS ? "/var/tmp" : tmpdir(), "posthorn-bench-"));
  await chmod(directory, 0o711); // run by root, the database belongs to another user, who must get through
  return directory;
}

export function fsyncsPerSecond(directory: string, seconds: number): number {
  const file = openSync(join(directory, "fsync-probe"), "w");
  try {
    for (let page = 0; page < PAGES; page++) writeSync(file, PAGE, 0, PAGE.length, page * PAGE.length);
    fdatasyncSync(file);
    const start = performance.now();
    let count = 0;
    while (performance.now() - start < seconds * 1000) {
      writeSync(file, PAGE, 0, PAGE.length, (count % PAGES) * PAGE.length);
      fdatasyncSync(file);
      count++;
    }
    return (count * 1000) / (performance.now() - start);
  } finally {
    closeSync(file);
  }
}
