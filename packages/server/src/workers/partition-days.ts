/** Makes the day partitions of the coming week. */
import type { Log } from "../log.ts";
import type { Queryable } from "../store/database.ts";
import { ensurePartitions } from "../store/partitions.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 60 * 60 * 1000;

export function createPartitionDays(db: Queryable, log: Log): Loop {
  return repeat("partitions", EVERY_MS, log, async () => {
    const made = await ensurePartitions(db, Date.now());
    if (made.length > 0) log.info("partitions.made", { names: made.length });
  });
}
