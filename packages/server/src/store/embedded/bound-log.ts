/**
 * How big may postgres.log become?
 *
 * PostgreSQL writes to a file that we opened, in append mode, so the file can be emptied under its
 * hands. What was in it is kept once, as postgres.log.old: at most twice the bound is ever on disk,
 * plus what is written between two looks.
 */
import { copyFile, stat, truncate } from "node:fs/promises";

const LONGEST_LOG_BYTES = 10 * 1024 * 1024;
export const LOOK_AT_LOG_EVERY_MS = 60_000;

export async function boundLog(file: string, longestBytes = LONGEST_LOG_BYTES): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0, // not written yet
  );
  if (size <= longestBytes) return;
  await copyFile(file, `${file}.old`);
  await truncate(file);
}
