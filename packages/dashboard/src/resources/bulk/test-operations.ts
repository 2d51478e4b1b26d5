/** Bulk operations for tests, as the server would send them. */
import type { BulkOperation } from "@posthorn/contract/bulk";

export function anOperation(number: number, change: Partial<BulkOperation> = {}): BulkOperation {
  return {
    id: `bch_${number}`,
    team_id: "tm_1",
    type: "events.retry",
    query: { status: ["FAILED"], created_at: { gte: "2026-11-13T00:00:00.000Z" } },
    created_at: "2026-11-14T14:00:00.000Z",
    updated_at: "2026-11-14T14:00:30.000Z",
    cancelled_at: null,
    completed_at: null,
    estimated_batch: 22,
    estimated_count: 2130,
    processed_batch: 14,
    completed_count: 1342,
    failed_count: 0,
    in_progress: true,
    progress: 0.636,
    number,
    started_by: { kind: "person", name: "Ada" },
    outcome: null,
    is_settling: false,
    in_flight_count: 0,
    ...change,
  };
}

/** One that has ended. */
export function anEnded(number: number, change: Partial<BulkOperation> = {}): BulkOperation {
  return anOperation(number, { in_progress: false, ...change });
}
