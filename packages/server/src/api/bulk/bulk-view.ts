/** How does a bulk operation look from outside? */
import type { BatchOperation } from "@posthorn/contract/bulk";
import { publicId } from "@posthorn/contract/ids";
import { isInProgress, progressOf } from "../../bulk/progress.ts";
import { createdAt } from "../../ids.ts";
import type { BulkOperationRow } from "../../store/bulk-operations.ts";

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
