/** Which issues does a caller see, and what do they show? Reads for the routes of this folder. */
import type { IssueStatus } from "@posthorn/contract/causes";
import { internalId } from "@posthorn/contract/ids";
import type { IssueFilters } from "@posthorn/contract/issues";
import type { Queryable } from "../../store/database.ts";
import {
  Conditions,
  internalIds,
  whereCreatedAt,
  whereDate,
  whereId,
  whereInteger,
  whereOneOf,
} from "../../store/filters/conditions.ts";
import { whereIssueConcerns } from "../../store/filters/issue-filters.ts";
import type { IssueKey } from "../../store/issues.ts";
import { readPage, type ListSource, type Page, type PageQuery } from "../lists/read-page.ts";

export interface IssueRow extends IssueKey {
  id: string;
  issue_trigger_id: string;
  status: IssueStatus;
  opened_at: string;
  first_seen_at: string;
  last_seen_at: string;
  last_updated_by: string | null;
  dismissed_at: string | null;
  auto_resolved_at: string | null;
  reference_id: string | null;
  reference_number: number | null;
  updated_at: string;
}

const COLUMNS = `id, team_id, type, subject_id, key, issue_trigger_id, status, opened_at, first_seen_at, last_seen_at,
  last_updated_by, dismissed_at, auto_resolved_at, reference_id, reference_number, updated_at`;

const time = (column: string) => [{ sql: column, kind: "time" as const }];
const LIST: ListSource = {
  columns: COLUMNS,
  from: "issues",
  sort: {
    identity: [{ sql: "id", kind: "uuid" }],
    keys: {
      created_at: [],
      first_seen_at: time("first_seen_at"),
      last_seen_at: time("last_seen_at"),
      opened_at: time("opened_at"),
      status: [{ sql: "status", kind: "text" }],
    },
    defaultKey: "created_at",
  },
  identityOf(publicId) {
    const id = internalId("issue", publicId);
    return id === null ? null : [id];
  },
};

function issueConditions(team_id: string, filters: IssueFilters): Conditions {
  const conditions = new Conditions();
  const team = conditions.bind(team_id);
  conditions.add(`team_id = ${team}`);
  whereIssueConcerns(conditions, team, filters.concerns);
  whereId(conditions, "id", "issue", filters.id);
  whereId(conditions, "issue_trigger_id", "issue_trigger", filters.issue_trigger_id);
  whereOneOf(conditions, "type", filters.type);
  whereOneOf(conditions, "status", filters.status);
  if (filters.merged_with?.length) conditions.addNever();
  whereCreatedAt(conditions, "id", filters.created_at);
  whereDate(conditions, "first_seen_at", filters.first_seen_at);
  whereDate(conditions, "last_seen_at", filters.last_seen_at);
  whereDate(conditions, "dismissed_at", filters.dismissed_at);
  if (filters.aggregation_keys) whereKeys(conditions, filters.aggregation_keys);
  return conditions;
}

/**
 * An issue has one subject and one key. So ids of several kinds, and a status beside a code, are alternatives, as the
 * values of a list are.
 */
function whereKeys(conditions: Conditions, keys: NonNullable<IssueFilters["aggregation_keys"]>): void {
  const { webhook_id, transformation_id, destination_id, source_id, response_status, error_code } = keys;
  if (webhook_id || transformation_id || destination_id || source_id) {
    const subjects = [
      ...internalIds("connection", webhook_id ?? []),
      ...internalIds("transformation", transformation_id ?? []),
      ...internalIds("destination", destination_id ?? []),
      ...internalIds("source", source_id ?? []),
    ];
    conditions.add(`subject_id = any(${conditions.bind(subjects)}::uuid[])`);
  }
  const [status, code] = [conditions.beside(), conditions.beside()];
  // Only a response status is a number of three digits; a delay is longer.
  whereInteger(
    status,
    "case when type = 'delivery' and key ~ '^[0-9]{3}$' then key::int end",
    response_status,
  );
  whereOneOf(code, "key", error_code);
  const either = [status.sql, code.sql].filter((sql) => sql !== "");
  if (either.length > 0) conditions.add(either.join(" or "));
}

export async function readIssuePage(
  db: Queryable,
  team_id: string,
  query: IssueFilters & PageQuery,
): Promise<Page<IssueRow>> {
  const conditions = issueConditions(team_id, query);
  return readPage(db, LIST, query, { conditions, team_id, teamColumn: "team_id" });
}

export async function countIssues(db: Queryable, team_id: string, filters: IssueFilters): Promise<number> {
  const conditions = issueConditions(team_id, filters);
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from issues where ${conditions.sql}`,
    conditions.values,
  );
  return rows[0]?.count ?? 0;
}

export interface OpenIssuesRow extends IssueRow {
  name: string;
  count: number;
}

/** What is open and concerns the thing with this public id: the first of them, and how many there are. */
export async function findOpenIssues(
  db: Queryable,
  team_id: string,
  concerns: string,
): Promise<OpenIssuesRow | null> {
  const conditions = issueConditions(team_id, { concerns, status: ["OPENED", "ACKNOWLEDGED"] });
  const { rows } = await db.query<OpenIssuesRow>(
    `select ${COLUMNS}, count(*) over ()::int as count,
       case type
         when 'delivery' then (select destinations.name from connections
           join destinations on destinations.id = connections.destination_id where connections.id = subject_id)
         when 'transformation' then (select transformations.name from transformations where transformations.id = subject_id)
         when 'backpressure' then (select destinations.name from destinations where destinations.id = subject_id)
         else (select sources.name from sources where sources.id = subject_id)
       end as name
     from issues where ${conditions.sql}
     order by status = 'OPENED' desc, opened_at desc, id desc limit 1`,
    conditions.values,
  );
  return rows[0] ?? null;
}

export async function findIssue(db: Queryable, team_id: string, id: string): Promise<IssueRow | null> {
  const { rows } = await db.query<IssueRow>(`select ${COLUMNS} from issues where team_id = $1 and id = $2`, [
    team_id,
    id,
  ]);
  return rows[0] ?? null;
}
