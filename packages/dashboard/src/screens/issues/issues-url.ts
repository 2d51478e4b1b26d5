/** What does the address of /issues carry? The tab and the type. The order is a preference, and paging is not shared. */
import { ISSUE_STATUSES, ISSUE_TYPES } from "@posthorn/contract/causes";
import * as z from "zod/mini";
import { oneOf, optional } from "../../ui/list/list-url.ts";

export const IssuesSearch = z.object({
  tab: optional(oneOf(ISSUE_STATUSES)),
  type: optional(oneOf(ISSUE_TYPES)),
});
export type IssuesSearch = z.output<typeof IssuesSearch>;
