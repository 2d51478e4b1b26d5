/** What does the address ask of the audit log? A word that the log does not have asks for nothing. */
import { AUDIT_ACTIONS, AUDIT_SUBJECTS, CALLER_KINDS } from "@posthorn/contract/audit-words";
import type { AuditQuery } from "../../resources/audit-log/audit-queries.ts";
import { createdAtFilter } from "../../resources/list-filters/date-ranges.ts";
import { hasAny, pageQueryOf } from "../../ui/list/list-url.ts";
import { fields, listOf, oneOf, type Read } from "../../ui/read.ts";
import type { AuditSearch } from "./audit-url.ts";

const Words = fields({
  by: oneOf(CALLER_KINDS),
  action: listOf(oneOf(AUDIT_ACTIONS)),
  subject_type: listOf(oneOf(AUDIT_SUBJECTS)),
});

export function knownWords({ by, action, subject_type }: AuditSearch): Read<typeof Words> {
  return Words.parse({ by, action, subject_type });
}

export function hasFilter(search: AuditSearch): boolean {
  return hasAny({ ...search, ...knownWords(search) }, [
    "search",
    "date",
    "user_id",
    "by",
    "action",
    "subject_type",
    "project_id",
  ]);
}

/** The API's query for this address. */
export function auditQueryOf(search: AuditSearch, now: Date): AuditQuery {
  const { search: words, date, user_id, project_id } = search;
  const { by, action, subject_type } = knownWords(search);
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
