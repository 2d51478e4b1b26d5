/** How does a bulk operation look from outside? */
import type { BatchOperation, BulkOperation } from "@posthorn/contract/bulk";
import { publicId } from "@posthorn/contract/ids";
import { isInProgress, progressOf } from "../../bulk/progress.ts";
import { createdAt } from "../../ids.ts";
import type { BulkOperationRow } from "../../store/bulk-operations.ts";
import type { ShownBulkOperationRow } from "./bulk.sql.ts";

export function bulkOperationView(row: BulkOperationRow): BatchOperation {
  return {
    id: publicId("bulk_operation", row.id),
    team_id: publicId("project", row.team_id),
    type: row.type,
    query: row.query,
    created_at: createdAt(row.id),
    updated_at: row.updated_at,
    cancelled_at: row.cancelled_at,
    completed_at: row.completed_at,
    estimated_batch: row.estimated_batch,
    estimated_count: row.estimated_count,
    processed_batch: row.processed_batch,
    completed_count: row.completed_count,
    failed_count: row.failed_count,
    in_progress: isInProgress(row),
    progress: progressOf(row),
    number: row.number,
  };
}

/** The same for the panel of the dashboard, with who started it and how it went. */
export function shownBulkOperation(row: ShownBulkOperationRow): BulkOperation {
  const { delivered_count: delivered, failed_again_count: failed_again } = row;
  return {
    ...bulkOperationView(row),
    started_by: startedBy(row),
    outcome: delivered === null || failed_again === null ? null : { delivered, failed_again },
    is_settling: row.is_outcome_due,
    in_flight_count: row.cancelled_at === null ? 0 : row.waiting_count,
  };
}

function startedBy(row: ShownBulkOperationRow): BulkOperation["started_by"] {
  if (row.started_by_user_id !== null) return { kind: "person", name: row.user_name };
  return row.started_by_api_key_id === null ? null : { kind: "api_key", name: row.api_key_name };
}
