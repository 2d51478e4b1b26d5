/**
 * What does the address of the audit log carry? Search, filters, the page, and the entry that is open.
 *
 * Every page loads the readers of all addresses, so the words of the log are not here: audit-query.ts knows them.
 */
import { dateSearch } from "../../resources/list-filters/date-search.ts";
import { idOf, pageCursor, searchText } from "../../ui/list/list-url.ts";
import { fields, listOf, text, type Read } from "../../ui/read.ts";

const word = text((one) => /^[a-z_]{1,40}$/.test(one));

export const AuditSearch = fields({
  search: searchText(),
  date: dateSearch(),
  /** The id of a person. */
  user_id: text((id) => /^[\w-]{1,60}$/.test(id)),
  by: word,
  action: listOf(word),
  subject_type: listOf(word),
  project_id: idOf("tm_"),
  entry: idOf("aud_"),
  ...pageCursor(),
});
export type AuditSearch = Read<typeof AuditSearch>;
