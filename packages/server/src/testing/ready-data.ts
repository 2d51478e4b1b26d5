/**
 * How does a test's product start without making its database first?
 *
 * A first start makes a cluster, runs every migration and creates the owner, which is half of its work. So a run makes
 * such a data directory once, by a first start of the product itself, and products begin with copies of it. What a first start
 * does under other settings, or after a kill, has tests whose products begin with nothing.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Tells the workers of a run where the directory is. */
const VARIABLE = "READY_DATA_OF_TESTS";

/** `firstStart` starts a product on this directory, and stops it in order. Returns what takes the directory away. */
export async function makeReadyData(
  firstStart: (dataDir: string) => Promise<void>,
): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), "posthorn-ready-"));
  const remove = () => rm(directory, { recursive: true, force: true });
  const dataDir = join(directory, "data");
  try {
    await firstStart(dataDir);
  } catch (error) {
    await remove();
    throw error;
  }
  process.env[VARIABLE] = dataDir;
  return async () => {
    delete process.env[VARIABLE];
    await remove();
  };
}

/** Leaves a product to begin with nothing where nobody has made such a directory. Owners and modes of files stay. */
export async function copyReadyData(dataDir: string): Promise<void> {
  const ready = process.env[VARIABLE];
  if (ready !== undefined) await run("cp", ["-a", ready, dataDir]);
}
