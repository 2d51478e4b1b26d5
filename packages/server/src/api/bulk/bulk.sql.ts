/** Which bulk operations does a caller see? Reads for the routes of this folder. */
import type { BulkType } from "@posthorn/contract/causes";
import { internalId } from "@posthorn/contract/ids";
import type { DateFilterValue } from "@posthorn/contract/lists";
import {
  BULK_OPERATION_COLUMNS,
  IS_IN_PROGRESS,
  type BulkOperationRow,
} from "../../store/bulk-operations.ts";
import type { Queryable } from "../../store/database.ts";
import { Conditions, whereCreatedAt, whereDate, whereId } from "../../store/filters/conditions.ts";
import { readPage, type ListSource, type Page, type PageQuery } from "../lists/read-page.ts";

const LIST: ListSource = {
  columns: BULK_OPERATION_COLUMNS,
  from: "bulk_operations",
  sort: { identity: [{ sql: "id", kind: "uuid" }], keys: { created_at: [] }, defaultKey: "created_at" },
  identityOf(publicId) {
    const id = internalId("bulk_operation", publicId);
    return id === null ? null : [id];
  },
};

export interface ShownBulkOperationRow extends BulkOperationRow {
  started_by_user_id: string | null;
  started_by_api_key_id: string | null;
  user_name: string | null;
  /** Null if the key was revoked. */
  api_key_name: string | null;
}

const SHOWN_LIST: ListSource = {
  ...LIST,
  columns: `${BULK_OPERATION_COLUMNS}, started_by_user_id, started_by_api_key_id,
    (select users.name from users where users.id = started_by_user_id) as user_name,
    (select api_keys.name from api_keys where api_keys.id = started_by_api_key_id) as api_key_name`,
};

export interface BulkOperationFilters {
  id?: string[] | undefined;
  /** The query as the server understood it when the operation was created. */
  filters?: unknown;
  query_partial_match?: boolean | undefined;
  in_progress?: boolean | undefined;
  created_at?: DateFilterValue | undefined;
  completed_at?: DateFilterValue | undefined;
  cancelled_at?: DateFilterValue | undefined;
}

interface OfTypes {
  team_id: string;
  types: readonly BulkType[];
}

export function readBulkOperationPage(
  db: Queryable,
  ofTypes: OfTypes,
  query: BulkOperationFilters & PageQuery,
): Promise<Page<BulkOperationRow>> {
  return readPage(db, LIST, query, pageOf(ofTypes, query));
}

/** With who started each. */
export function readShownBulkOperations(
  db: Queryable,
  ofTypes: OfTypes,
  query: BulkOperationFilters & PageQuery,
): Promise<Page<ShownBulkOperationRow>> {
  return readPage(db, SHOWN_LIST, query, pageOf(ofTypes, query));
}

function pageOf({ team_id, types }: OfTypes, query: BulkOperationFilters) {
  const conditions = new Conditions();
  conditions.add(`team_id = ${conditions.bind(team_id)}`);
  conditions.add(`type = any (${conditions.bind(types)})`);
  whereId(conditions, "id", "bulk_operation", query.id);
  if (query.filters !== undefined) {
    const filters = conditions.bind(JSON.stringify(query.filters));
    conditions.add(
      query.query_partial_match
        ? `filters @> ${filters}::jsonb`
        : // A query without a target also finds replays that had one.
          `${filters}::jsonb in (filters, filters - 'target')`,
    );
  }
  if (query.in_progress !== undefined) {
    conditions.add(query.in_progress ? IS_IN_PROGRESS : `not (${IS_IN_PROGRESS})`);
  }
  whereCreatedAt(conditions, "id", query.created_at);
  whereDate(conditions, "completed_at", query.completed_at);
  whereDate(conditions, "cancelled_at", query.cancelled_at);
  return { conditions, team_id, teamColumn: "team_id" };
}

export async function countBulkOperations(
  db: Queryable,
  { team_id, types }: OfTypes,
): Promise<{ ongoing: number; ended: number }> {
  const { rows } = await db.query<{ ongoing: number; ended: number }>(
    `select count(*) filter (where ${IS_IN_PROGRESS})::int as ongoing,
       count(*) filter (where not (${IS_IN_PROGRESS}))::int as ended
     from bulk_operations where team_id = $1 and type = any ($2)`,
    [team_id, types],
  );
  return rows[0] ?? { ongoing: 0, ended: 0 };
}

export async function findBulkOperation(
  db: Queryable,
  { team_id, type, id }: { team_id: string; type: BulkType; id: string },
): Promise<BulkOperationRow | null> {
  const { rows } = await db.query<BulkOperationRow>(
    `select ${BULK_OPERATION_COLUMNS} from bulk_operations where team_id = $1 and type = $2 and id = $3`,
    [team_id, type, id],
  );
  return rows[0] ?? null;
}
