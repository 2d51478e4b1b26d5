/** Which issue triggers does a caller see? Reads for the routes of this folder. */
import { internalId } from "@posthorn/contract/ids";
import type { IssueTriggerFilters } from "@posthorn/contract/issue-triggers";
import type { Queryable } from "../../store/database.ts";
import { Conditions, whereDate, whereName, whereOneOf } from "../../store/filters/conditions.ts";
import { ISSUE_TRIGGER_COLUMNS, type IssueTriggerRow } from "../../store/issue-triggers.ts";
import { readPage, type ListSource, type Page, type PageQuery } from "../lists/read-page.ts";

const LIST: ListSource = {
  columns: ISSUE_TRIGGER_COLUMNS,
  from: "issue_triggers",
  sort: {
    identity: [{ sql: "id", kind: "uuid" }],
    keys: { created_at: [], type: [{ sql: "type", kind: "text" }] },
    defaultKey: "created_at",
  },
  identityOf(publicId) {
    const id = internalId("issue_trigger", publicId);
    return id === null ? null : [id];
  },
};

export async function readIssueTriggerPage(
  db: Queryable,
  team_id: string,
  query: IssueTriggerFilters & PageQuery,
): Promise<Page<IssueTriggerRow>> {
  const conditions = new Conditions();
  conditions.add(`team_id = ${conditions.bind(team_id)} and deleted_at is null`);
  whereName(conditions, "name", query.name);
  whereOneOf(conditions, "type", query.type);
  whereDate(conditions, "disabled_at", query.disabled_at);
  return readPage(db, LIST, query, { conditions, team_id, teamColumn: "team_id" });
}
