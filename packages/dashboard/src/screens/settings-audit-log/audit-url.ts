/** What does the address of the audit log carry? Search, filters, the page, and the entry that is open. */
import { AUDIT_ACTIONS, AUDIT_SUBJECTS, CALLER_KINDS } from "@posthorn/contract/audit-words";
import type { AuditQuery } from "../../resources/audit-log/audit-queries.ts";
import { createdAtFilter } from "../../resources/list-filters/date-ranges.ts";
import { dateSearch } from "../../resources/list-filters/date-search.ts";
import { hasAny, idOf, pageCursor, pageQueryOf, searchText } from "../../ui/list/list-url.ts";
import { fields, listOf, oneOf, text, type Read } from "../../ui/read.ts";

export const AuditSearch = fields({
  search: searchText(),
  date: dateSearch(),
  /** The id of a person. */
  user_id: text((id) => /^[\w-]{1,60}$/.test(id)),
  by: oneOf(CALLER_KINDS),
  action: listOf(oneOf(AUDIT_ACTIONS)),
  subject_type: listOf(oneOf(AUDIT_SUBJECTS)),
  project_id: idOf("tm_"),
  entry: idOf("aud_"),
  ...pageCursor(),
});
export type AuditSearch = Read<typeof AuditSearch>;

export function hasFilter(search: AuditSearch): boolean {
  return hasAny(search, ["search", "date", "user_id", "by", "action", "subject_type", "project_id"]);
}

/** The API's query for this address. */
export function auditQueryOf(search: AuditSearch, now: Date): AuditQuery {
  const { search: words, date, user_id, by, action, subject_type, project_id } = search;
  const created_at = createdAtFilter(date, now);
  return {
    ...(words !== undefined && { search: words.trim() }),
    ...(created_at && { created_at }),
    ...(user_id !== undefined && { user_id }),
    ...(by !== undefined && { by }),
    ...(action && { action }),
    ...(subject_type && { subject_type }),
    ...(project_id !== undefined && { project_id }),
    ...pageQueryOf(search),
  };
}
