/** What does the address of the audit log carry? Search, filters, the page, and the entry that is open. */
import { AUDIT_ACTIONS, AUDIT_SUBJECTS, CALLER_KINDS } from "@posthorn/contract/audit-words";
import { dateSearch } from "../../resources/list-filters/date-search.ts";
import { idOf, pageCursor, searchText } from "../../ui/list/list-url.ts";
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
