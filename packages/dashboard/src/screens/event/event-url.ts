/**
 * What does the address of an event's page carry? The attempt that is open beside it, the tab of its panel, and the event
 * that it is compared with.
 */
import { ATTEMPT_TABS } from "../../resources/events/panel/panel-tabs.ts";
import { idOf } from "../../ui/list/list-url.ts";
import { fields, oneOf, type Read } from "../../ui/read.ts";

export const EventSearch = fields({
  selected_attempt_id: idOf("atm_"),
  tab: oneOf(ATTEMPT_TABS),
  compare_with: idOf("evt_"),
});
export type EventSearch = Read<typeof EventSearch>;

/** What both tabs get from their routes. `onSearch` replaces the entry: moving along attempts does not grow history. */
export interface EventTabProps {
  id: string;
  search: EventSearch;
  onSearch: (search: EventSearch) => void;
}
