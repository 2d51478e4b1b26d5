/** How does a test begin a bulk operation and watch it without the API? */
import type { BulkType } from "@posthorn/contract/causes";
import { BULK_KINDS } from "../bulk/kinds.ts";
import { planBulkOperation } from "../bulk/plan.ts";
import {
  BULK_OPERATION_COLUMNS,
  type BulkOperationRow,
  insertBulkOperation,
} from "../store/bulk-operations.ts";
import type { Database } from "../store/database.ts";
import { type ConfiguredConnection, eventually } from "./gateway.ts";

export async function beginBulkOperation(
  db: Database,
  { project }: Pick<ConfiguredConnection, "project">,
  type: BulkType,
  query: Record<string, unknown> = {},
): Promise<BulkOperationRow> {
  const plan = await planBulkOperation(db, { type, team_id: project, query });
  const filters = BULK_KINDS[type].understood(query);
  const startedBy = { user_id: null, api_key_id: null };
  const row = await insertBulkOperation(db, { team_id: project, type, query, filters, startedBy, ...plan });
  if (!row) throw new Error("an identical operation is in progress");
  return row;
}

export async function readBulkOperation(db: Database, id: string): Promise<BulkOperationRow> {
  const { rows } = await db.query<BulkOperationRow>(
    `select ${BULK_OPERATION_COLUMNS} from bulk_operations where id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error("the operation is gone");
  return row;
}

export function completedBulkOperation(db: Database, id: string): Promise<BulkOperationRow> {
  return eventually(
    () => readBulkOperation(db, id),
    (row) => row.completed_at !== null,
  );
}
