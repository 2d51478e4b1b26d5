/** What does the address of /settings/organization/plans carry? The row that an upgrade link is about. */
import { ROW_IDS } from "../../resources/plans/row-ids.ts";
import { fields, oneOf, type Read } from "../../ui/read.ts";

export const PlansSearch = fields({ highlight: oneOf(ROW_IDS) });
export type PlansSearch = Read<typeof PlansSearch>;
