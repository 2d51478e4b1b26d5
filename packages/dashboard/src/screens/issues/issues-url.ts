/** What does the address of /issues carry? The tab, the type, and whose issues. The order is a preference, and paging is not shared. */
import { ISSUE_STATUSES, ISSUE_TYPES } from "@posthorn/contract/causes";
import { idOf } from "../../ui/list/list-url.ts";
import { fields, oneOf, type Read } from "../../ui/read.ts";

export const IssuesSearch = fields({
  tab: oneOf(ISSUE_STATUSES),
  type: oneOf(ISSUE_TYPES),
  concerns: idOf("web_", "des_", "src_", "trs_", "evt_"),
});
export type IssuesSearch = Read<typeof IssuesSearch>;
