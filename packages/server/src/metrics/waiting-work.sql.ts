/**
 * What waits in the database, whoever will do it?
 *
 * Read once for each scrape, so it must be cheap however much waits: two small tables with an index each.
 */
import type { Queryable } from "../store/database.ts";
import { IS_IN_PROGRESS } from "../store/bulk-operations.ts";

/** As long as a silent process counts as alive (decision 3). */
const ALIVE_SECONDS = 10;

export interface WaitingWork {
  bulkOperations: number;
  processes: number;
}

export async function readWaitingWork(db: Queryable): Promise<WaitingWork> {
  const { rows } = await db.query<{ bulk_operations: number; processes: number }>(
    `select
       (select count(*) from bulk_operations where ${IS_IN_PROGRESS}) as bulk_operations,
       (select count(*) from processes where heartbeat_at > now() - $1 * interval '1 second') as processes`,
    [ALIVE_SECONDS],
  );
  const [row] = rows;
  return { bulkOperations: row?.bulk_operations ?? 0, processes: row?.processes ?? 0 };
}
