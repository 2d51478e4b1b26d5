/**
 * What waits in the database, whichever process will do it?
 *
 * Read once for each scrape, so it must be cheap however much waits: pending events come from the counters, by an index
 * that holds only what is pending. How long the oldest of them waits was sampled within the last seconds, for each
 * destination; only the last sample of destinations with pending events is read.
 */
import { IS_IN_PROGRESS } from "../store/bulk-operations.ts";
import { countersOf } from "../store/counters.ts";
import type { Queryable } from "../store/database.ts";
import { IS_ALIVE } from "../store/processes.ts";

export interface WaitingWork {
  pendingEvents: number;
  oldestPendingMs: number;
  bulkOperations: number;
  processes: number;
}

interface Row {
  pending_events: number | null;
  oldest_ms: number | null;
  bulk_operations: number;
  processes: number;
}

export async function readWaitingWork(db: Queryable): Promise<WaitingWork> {
  const { rows } = await db.query<Row>(
    `select
       (select sum(count)::bigint from ${countersOf("event", "day")} as counted where status = 'QUEUED') as pending_events,
       (select max(sample.max_age_ms) from (
          select counted.team_id, connections.destination_id
          from ${countersOf("event", "day")} as counted join connections on connections.id = counted.webhook_id
          where counted.status = 'QUEUED' group by 1, 2 having sum(counted.count) > 0) as waiting
        cross join lateral (
          select max_age_ms from queue_samples
          where queue_samples.team_id = waiting.team_id and span = 'minute'
            and queue_samples.destination_id = waiting.destination_id and at >= now() - interval '2 minutes'
          order by at desc limit 1) as sample) as oldest_ms,
       (select count(*) from bulk_operations where ${IS_IN_PROGRESS}) as bulk_operations,
       (select count(*) from processes where ${IS_ALIVE}) as processes`,
  );
  const [row] = rows;
  return {
    pendingEvents: row?.pending_events ?? 0,
    oldestPendingMs: row?.oldest_ms ?? 0,
    bulkOperations: row?.bulk_operations ?? 0,
    processes: row?.processes ?? 0,
  };
}
