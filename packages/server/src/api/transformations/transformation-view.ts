/** How do a transformation and one of its executions look from outside? */
import { publicId } from "@posthorn/contract/ids";
import type { ShortEventData } from "@posthorn/contract/requests";
import type { ConsoleLine, Execution, Transformation } from "@posthorn/contract/transformations";
import { createdAt } from "../../ids.ts";
import type { Sealer } from "../../store/seal.ts";
import type { TransformationRow } from "../../store/transformations.ts";
import { openEnv } from "./env.ts";
import type { ExecutionRow } from "./executions.sql.ts";

export function transformationView(row: TransformationRow, sealer: Pick<Sealer, "open">): Transformation {
  return {
    id: publicId("transformation", row.id),
    team_id: publicId("project", row.team_id),
    name: row.name,
    code: row.code,
    env: openEnv(row, sealer),
    encrypted_env: null,
    iv: null,
    updated_at: row.updated_at,
    created_at: createdAt(row.id),
  };
}

/**
 * `data` is undefined when the caller did not ask for it; a field is null when there is no
 * payload, or no longer one.
 */
export interface ExecutionData {
  original_event_data: ShortEventData | null;
  transformed_event_data: ShortEventData | null;
}

export function executionView(row: ExecutionRow, data?: ExecutionData): Execution {
  return {
    id: publicId("execution", row.id),
    transformation_id: publicId("transformation", row.transformation_id),
    team_id: publicId("project", row.team_id),
    webhook_id: publicId("connection", row.webhook_id),
    original_event_data_id: publicId("payload", row.original_event_data_id),
    transformed_event_data_id:
      row.transformed_event_data_id && publicId("payload", row.transformed_event_data_id),
    log_level: row.log_level,
    // The cast is safe: route wrote the lines as the sandbox returned them.
    logs: JSON.parse(row.logs) as ConsoleLine[],
    issue_id: row.issue_id && publicId("issue", row.issue_id),
    ...data,
    updated_at: createdAt(row.id),
    created_at: createdAt(row.id),
  };
}
