/**
 * Where does the bench write, and how often per second can that disk make a write durable?
 *
 * On a file system in memory, every commit would be free and every figure wrong, so the bench avoids it.
 */
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { chmod, mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TMPFS = 0x01021994;
/** A page of PostgreSQL's log. We overwrite the same few pages, because PostgreSQL recycles its log files. */
const PAGE = Buffer.alloc(8192, "p");
const PAGES = 128;

/** Creates a new directory. The caller removes it. */
export async function makeBenchDirectory(): Promise<string> {
  const { type } = await statfs(tmpdir());
  const directory = await mkdtemp(join(type === TMPFS ? "/var/tmp" : tmpdir(), "posthorn-bench-"));
  await chmod(directory, 0o711); // if root runs the bench, the database runs as another user, which needs access
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
