/** What does the address of the list of issue triggers carry, and what does it ask the API for? */
import type { IssueType } from "@posthorn/contract/causes";
import { pageCursor, pageQueryOf } from "../../ui/list/list-url.ts";
import { fields, oneOf, type Read } from "../../ui/read.ts";

const PAGE_ROWS = 100;

export const IssueTriggersSearch = fields({
  status: oneOf(["enabled", "disabled"]),
  ...pageCursor(),
});
export type IssueTriggersSearch = Read<typeof IssueTriggersSearch>;

const BY_STATUS = { enabled: { disabled_at: "" }, disabled: { disabled_at: { any: true } } } as const;

export function issueTriggersQueryOf(type: IssueType, search: IssueTriggersSearch) {
  return {
    type,
    ...(search.status !== undefined && BY_STATUS[search.status]),
    order_by: "created_at",
    dir: "asc",
    limit: PAGE_ROWS,
    ...pageQueryOf(search),
  } as const;
}
