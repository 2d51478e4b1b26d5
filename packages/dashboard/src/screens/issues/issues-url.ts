/** What does the address of /issues carry? The tab and the type. The order is a preference, and paging is not shared. */
import { ISSUE_STATUSES, ISSUE_TYPES } from "@posthorn/contract/causes";
import { fields, oneOf, type Read } from "../../ui/read.ts";

export const IssuesSearch = fields({
  tab: oneOf(ISSUE_STATUSES),
  type: oneOf(ISSUE_TYPES),
});
export type IssuesSearch = Read<typeof IssuesSearch>;
