/**
 * How does a test get a disk that it can fill?
 *
 * A file system in memory with a size, mounted over an empty directory. That needs root. If it is not allowed, the
 * reason is returned as text.
 */
import { execFile } from "node:child_process";
import { chmod, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const BLOCK = Buffer.alloc(1024 * 1024);

export interface SmallDisk {
  directory: string;
  /** Leaves no free byte. */
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): Promise<void>;
}

export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | { reason: string }> {
  const directory = await mkdtemp(join(tmpdir(), "posthorn-disk-"));
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", directory]);
  } catch (error) {
    await rm(directory, { recursive: true });
    return { reason: `a file system with a size cannot be mounted here: ${String(error)}` };
  }
  await chmod(directory, 0o711); // the database's user must be able to pass through
  const ballast = join(directory, "ballast");

  /** Writes large steps first, then single bytes, so that even the last free block is used. */
  async function fill(): Promise<void> {
    const file = await open(ballast, "a");
    try {
      for (let size = BLOCK.length; size >= 1; size >>= 1) {
        while (await isWritten(file.write(BLOCK, 0, size))) continue;
      }
    } finally {
      await file.close();
    }
  }

  return {
    directory,
    fill,
    free: () => rm(ballast),
    async remove() {
      await run("umount", ["-l", directory]);
      await rm(directory, { recursive: true });
    },
  };
}

async function isWritten(writing: Promise<{ bytesWritten: number }>): Promise<boolean> {
  try {
    return (await writing).bytesWritten > 0;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") return false;
    throw error;
  }
}
