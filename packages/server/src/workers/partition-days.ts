/** Makes the day partitions of the coming week. */
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import { ensurePartitions } from "../store/partitions.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 10 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

export function createPartitionDays(db: Database, log: Log): Loop {
  return repeat("partitions", EVERY_MS, log, () => partitionDaysTurn(db, log));
}

export async function partitionDaysTurn(db: Database, log: Log): Promise<void> {
  const nowMs = Date.now();
  const { made, missing } = await ensurePartitions(db, nowMs);
  if (made.length > 0) log.info("partitions.made", { names: made.length });
  if (missing.length === 0) return;
  // Nothing can be stored on a day without its partitions. A partition missing for next week can wait, one for tomorrow
  // not.
  const isUrgent = missing.some(({ dayMs }) => dayMs + DAY_MS > nowMs && dayMs < nowMs + DAY_MS);
  log[isUrgent ? "error" : "warn"]("partitions.busy", { missing: missing.map(({ name }) => name) });
}
