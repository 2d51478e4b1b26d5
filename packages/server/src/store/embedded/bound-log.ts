/**
 * How large may postgres.log become?
 *
 * PostgreSQL appends to a file that we opened, so we can truncate it while PostgreSQL writes.
 * Its old content is kept once, as postgres.log.old. So the disk holds at most twice the limit,
 * plus what is written between two checks.
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
