/**
 * What changed around the time at which an issue began?
 *
 * Only changes that may have to do with it: of its subject, of the connections there, of what such a connection consists of,
 * and of the trigger that opened the issue. Markers say nothing about a subject, so all of them count.
 */
import type { IssueType } from "@posthorn/contract/causes";
import {
  CHANGES_AFTER_MS,
  CHANGES_AROUND_MOST,
  CHANGES_BEFORE_MS,
  CHANGE_SUBJECTS,
  type Change,
} from "@posthorn/contract/changes";
import { firstIdAt } from "../../ids.ts";
import type { AuditEntryRow } from "../../store/audit-entries.ts";
import type { Queryable } from "../../store/database.ts";
import { MARKER_COLUMNS, type MarkerRow } from "../../store/markers.ts";
import type { IssueRow } from "./issues.sql.ts";

type ChangeRow = Pick<
  AuditEntryRow,
  "id" | "fields" | "subject_id" | "subject_name" | "user_id" | "caller_kind"
> &
  Pick<Change, "action"> & { subject_type: Change["subject"]["type"] };

export interface ShownChangeRow extends ChangeRow {
  is_deleted: boolean;
  /** Null if the person or the key is gone, too. */
  user_name: string | null;
  api_key_name: string | null;
}

/** The subject is $2. Deleted connections count: that they were deleted is a change. */
const RELATED: Readonly<Record<IssueType, string>> = {
  delivery: `select unnest(array[source_id, destination_id]) from connections where team_id = $1 and id = $2
    union all
    select (rule ->> 'transformation_id')::uuid from connections cross join lateral jsonb_array_elements(rules) as rule
    where team_id = $1 and id = $2 and rule ->> 'type' = 'transform'`,
  transformation: `select id from connections
    where team_id = $1 and rules @> jsonb_build_array(jsonb_build_object('transformation_id', $2::uuid))`,
  backpressure: "select id from connections where team_id = $1 and destination_id = $2",
  request: "select id from connections where team_id = $1 and source_id = $2",
};

const IS_DELETED = `case subject_type ${CHANGE_SUBJECTS.map(
  (type) => `when '${type}' then not exists (
       select from ${type}s as subject
       where subject.team_id = audit_entries.team_id and subject.id = subject_id and deleted_at is null)`,
).join(" ")} end`;

const ENDS = `(select sources.name || ' → ' || destinations.name from connections
       join sources on sources.id = source_id join destinations on destinations.id = destination_id
       where connections.team_id = audit_entries.team_id and connections.id = subject_id)`;

export interface Around<Row> {
  rows: Row[];
  /** There are more than are shown. */
  hasMore: boolean;
}

/** Returns the nearest first. Reads one more than is shown, to know whether there are more. */
export async function readChangesAround(
  db: Queryable,
  issue: IssueRow,
  at: string,
): Promise<Around<ShownChangeRow>> {
  const { from, until } = rangeAround(at);
  const { rows } = await db.query<ShownChangeRow>(
    `select id, subject_type, subject_id, coalesce(subject_name, ${ENDS}) as subject_name, action, fields,
       caller_kind, user_id, api_key_id, ${IS_DELETED} as is_deleted,
       (select users.name from users where users.id = user_id) as user_name,
       (select api_keys.name from api_keys where api_keys.id = api_key_id) as api_key_name
     from audit_entries
     where team_id = $1 and id >= $4 and id < $5
       and (subject_id = $2 or subject_id = $3 or subject_id in (${RELATED[issue.type]}))
     order by abs(date_part('epoch', made_at(id) - $6::timestamptz)), id
     limit ${CHANGES_AROUND_MOST + 1}`,
    [
      issue.team_id,
      issue.subject_id,
      issue.issue_trigger_id,
      firstIdAt(from.getTime()),
      firstIdAt(until.getTime()),
      at,
    ],
  );
  return nearest(rows);
}

/** As `readChangesAround`. */
export async function readMarkersAround(
  db: Queryable,
  team_id: string,
  at: string,
): Promise<Around<MarkerRow>> {
  const { from, until } = rangeAround(at);
  const { rows } = await db.query<MarkerRow>(
    `select ${MARKER_COLUMNS} from markers where team_id = $1 and at >= $2 and at < $3
     order by abs(date_part('epoch', at - $4::timestamptz)), id limit ${CHANGES_AROUND_MOST + 1}`,
    [team_id, from, until, at],
  );
  return nearest(rows);
}

function rangeAround(at: string): { from: Date; until: Date } {
  const ms = Date.parse(at);
  return { from: new Date(ms - CHANGES_BEFORE_MS), until: new Date(ms + CHANGES_AFTER_MS) };
}

function nearest<Row>(rows: Row[]): Around<Row> {
  return { rows: rows.slice(0, CHANGES_AROUND_MOST), hasMore: rows.length > CHANGES_AROUND_MOST };
}
