/** What does the address of an event's page carry? The attempt that is open beside it, and the tab of its panel. */
import * as z from "zod/mini";
import { ATTEMPT_TABS } from "../../resources/events/panel/panel-tabs.ts";
import { idOf, optional } from "../../ui/list/list-url.ts";

export const EventSearch = z.object({
  selected_attempt_id: optional(idOf("atm_")),
  tab: optional(z.enum(ATTEMPT_TABS)),
});
export type EventSearch = z.output<typeof EventSearch>;

/** What both tabs get from their routes. `onSearch` replaces the entry: moving along attempts does not grow history. */
export interface EventTabProps {
  id: string;
  search: EventSearch;
  onSearch: (search: EventSearch) => void;
}
