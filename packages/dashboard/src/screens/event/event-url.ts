/**
 * What does the address of an event's page carry? The attempt that is open beside it, the tab of its panel, and the event
 * that it is compared with.
 */
import * as z from "zod/mini";
import { ATTEMPT_TABS } from "../../resources/events/panel/panel-tabs.ts";
import { idOf, oneOf, optional } from "../../ui/list/list-url.ts";

export const EventSearch = z.object({
  selected_attempt_id: optional(idOf("atm_")),
  tab: optional(oneOf(ATTEMPT_TABS)),
  compare_with: optional(idOf("evt_")),
});
export type EventSearch = z.output<typeof EventSearch>;

/** What both tabs get from their routes. `onSearch` replaces the entry: moving along attempts does not grow history. */
export interface EventTabProps {
  id: string;
  search: EventSearch;
  onSearch: (search: EventSearch) => void;
}
