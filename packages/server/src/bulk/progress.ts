/** How far is a bulk operation? A pure function; events that it queued count only once they were sent. */
import type { BulkOperationRow } from "../store/bulk-operations.ts";

type Counted = Pick<
  BulkOperationRow,
  | "estimated_count"
  | "completed_count"
  | "failed_count"
  | "waiting_count"
  | "cancelled_at"
  | "completed_at"
  | "failed_at"
>;

export function isInProgress({ cancelled_at, completed_at, failed_at }: Counted): boolean {
  return cancelled_at === null && completed_at === null && failed_at === null;
}

/** From 0 to 1. The estimate can be wrong, so only a completed operation is surely at 1. */
export function progressOf(operation: Counted): number {
  if (operation.completed_at !== null) return 1;
  const { estimated_count, completed_count, failed_count, cancelled_at } = operation;
  // An aborted operation no longer counts what waits as completed.
  const waiting = cancelled_at === null ? operation.waiting_count : 0;
  const done = completed_count + failed_count - waiting;
  return Math.min(1, Math.max(0, done / Math.max(1, estimated_count)));
}
