/** Which executions of a transformation does a caller see? Reads for the routes of this folder. */
import type { LogLevel } from "@posthorn/contract/causes";
import { internalId } from "@posthorn/contract/ids";
import type { ExecutionFilters } from "@posthorn/contract/transformations";
import type { Queryable } from "../../store/database.ts";
import { Conditions, whereCreatedAt, whereId, whereOneOf } from "../../store/filters/conditions.ts";
import { whereExecutionOfIssue } from "../../store/filters/issue-filters.ts";
import { readPage, type ListSource, type Page, type PageQuery } from "../lists/read-page.ts";

export interface ExecutionRow {
  id: string;
  team_id: string;
  transformation_id: string;
  webhook_id: string;
  original_event_data_id: string;
  transformed_event_data_id: string | null;
  log_level: LogLevel;
  /** Console lines, as a JSON list. */
  logs: string;
  /** The issue of its transformation and its level, if there is one. */
  issue_id: string | null;
}

const COLUMNS = `id, team_id, transformation_id, webhook_id, original_event_data_id, transformed_event_data_id,
  log_level, logs,
  (select issues.id from issues
   where issues.team_id = transformation_executions.team_id and issues.type = 'transformation'
     and issues.subject_id = transformation_id and issues.key = log_level) as issue_id`;

const LIST: ListSource = {
  columns: COLUMNS,
  from: "transformation_executions",
  sort: { identity: [{ sql: "id", kind: "uuid" }], keys: { created_at: [] }, defaultKey: "created_at" },
  identityOf(publicId) {
    const id = internalId("execution", publicId);
    return id === null ? null : [id];
  },
};

interface Owner {
  team_id: string;
  transformation_id: string;
}

export async function readExecutionPage(
  db: Queryable,
  { team_id, transformation_id }: Owner,
  query: ExecutionFilters & PageQuery,
): Promise<Page<ExecutionRow>> {
  const conditions = new Conditions();
  const team = conditions.bind(team_id);
  conditions.add(`team_id = ${team} and transformation_id = ${conditions.bind(transformation_id)}`);
  whereOneOf(conditions, "log_level", query.log_level);
  whereId(conditions, "webhook_id", "connection", query.webhook_id);
  whereCreatedAt(conditions, "id", query.created_at);
  whereExecutionOfIssue(conditions, team, query.issue_id);
  return readPage(db, LIST, query, { conditions, team_id, teamColumn: "team_id" });
}

export async function findExecution(
  db: Queryable,
  { team_id, transformation_id }: Owner,
  id: string,
): Promise<ExecutionRow | null> {
  const { rows } = await db.query<ExecutionRow>(
    `select ${COLUMNS} from transformation_executions
     where team_id = $1 and id = $2 and transformation_id = $3`,
    [team_id, id, transformation_id],
  );
  return rows[0] ?? null;
}

export async function readExecutions(
  db: Queryable,
  team_id: string,
  ids: readonly string[],
): Promise<ExecutionRow[]> {
  const { rows } = await db.query<ExecutionRow>(
    `select ${COLUMNS} from transformation_executions where team_id = $1 and id = any ($2::uuid[])`,
    [team_id, ids],
  );
  return rows;
}
