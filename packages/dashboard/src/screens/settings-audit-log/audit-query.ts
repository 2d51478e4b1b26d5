/** What does the address ask of the audit log? */
import type { AuditQuery } from "../../resources/audit-log/audit-queries.ts";
import { createdAtFilter } from "../../resources/list-filters/date-ranges.ts";
import { hasAny, pageQueryOf } from "../../ui/list/list-url.ts";
import type { AuditSearch } from "./audit-url.ts";

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
