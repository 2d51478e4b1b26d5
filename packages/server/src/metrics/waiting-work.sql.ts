/**
 * What waits in the database, whichever process will do it?
 *
 * Read once for each scrape, so it must be cheap however much waits: pending events come from the counters, by an index
 * that holds only what is pending.
 */
import { IS_IN_PROGRESS } from "../store/bulk-operations.ts";
import { countersOf } from "../store/counters.ts";
import type { Queryable } from "../store/database.ts";
import { IS_ALIVE } from "../store/processes.ts";

export interface WaitingWork {
  pendingEvents: number;
  bulkOperations: number;
  processes: number;
}

interface Row {
  pending_events: number | null;
  bulk_operations: number;
  processes: number;
}

export async function readWaitingWork(db: Queryable): Promise<WaitingWork> {
  const { rows } = await db.query<Row>(
    `select
       (select sum(count)::bigint from ${countersOf("event", "day")} as counted where status = 'QUEUED') as pending_events,
       (select count(*) from bulk_operations where ${IS_IN_PROGRESS}) as bulk_operations,
       (select count(*) from processes where ${IS_ALIVE}) as processes`,
  );
  const [row] = rows;
  return {
    pendingEvents: row?.pending_events ?? 0,
    bulkOperations: row?.bulk_operations ?? 0,
    processes: row?.processes ?? 0,
  };
}
