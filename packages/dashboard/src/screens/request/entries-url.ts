/** What does the address of /requests/{id}/entries carry? The pages of events and of ignored events. */
import { pageCursor } from "../../ui/list/list-url.ts";
import { fields, text, type Read } from "../../ui/read.ts";

export const EntriesSearch = fields({
  ...pageCursor(),
  ignored_next: text(),
  ignored_prev: text(),
});
export type EntriesSearch = Read<typeof EntriesSearch>;
