/** What does the address of /requests/{id}/entries carry? The pages of events and of ignored events. */
import * as z from "zod/mini";
import { optional, pageCursor } from "../../ui/list/list-url.ts";

export const EntriesSearch = z.object({
  ...pageCursor(),
  ignored_next: optional(z.string()),
  ignored_prev: optional(z.string()),
});
export type EntriesSearch = z.output<typeof EntriesSearch>;
