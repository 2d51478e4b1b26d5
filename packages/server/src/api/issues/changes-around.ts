/** What does the page of an issue show of the changes around its beginning? */
import type { Change, getChangesAround } from "@posthorn/contract/changes";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import { publicId } from "@posthorn/contract/ids";
import { createdAt } from "../../ids.ts";
import type { Queryable } from "../../store/database.ts";
import { markerView } from "../markers/marker-view.ts";
import { readChangesAround, readMarkersAround, type ShownChangeRow } from "./changes-around.sql.ts";
import type { IssueRow } from "./issues.sql.ts";

/** An issue is written a moment after its first opening began, by a clock that may differ. */
const OPENING_TAKES_MS = 60_000;

function reopenedAt({ id, opened_at }: IssueRow): string | null {
  return Date.parse(opened_at) - Date.parse(createdAt(id)) > OPENING_TAKES_MS ? opened_at : null;
}

function changeView(row: ShownChangeRow): Change {
  return {
    id: publicId("change", row.id),
    action: row.action,
    subject: {
      type: row.subject_type,
      id: publicId(row.subject_type, row.subject_id),
      name: row.subject_name,
      is_deleted: row.is_deleted,
    },
    fields: row.fields,
    by: {
      kind: row.user_id === null ? "api_key" : "person",
      with_cli: row.caller_kind === "cli_key",
      name: row.user_id === null ? row.api_key_name : row.user_name,
    },
    created_at: createdAt(row.id),
  };
}

/** Two beginnings within a day share some of what is around them. */
function once<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

export async function changesAround(
  db: Queryable,
  issue: IssueRow,
): Promise<ReplyOf<typeof getChangesAround>> {
  const { team_id, first_seen_at } = issue;
  const reopened_at = reopenedAt(issue);
  const beginnings = [first_seen_at, ...(reopened_at === null ? [] : [reopened_at])];
  const changes = await Promise.all(beginnings.map((at) => readChangesAround(db, issue, at)));
  const markers = await Promise.all(beginnings.map((at) => readMarkersAround(db, team_id, at)));
  return {
    first_seen_at,
    reopened_at,
    changes: once(changes.flatMap(({ rows }) => rows)).map(changeView),
    markers: once(markers.flatMap(({ rows }) => rows)).map(markerView),
    has_more: [...changes, ...markers].some(({ hasMore }) => hasMore),
  };
}
