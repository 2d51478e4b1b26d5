/** Which filters does the list of events have, in which order and in which words? */
import { BRIEF_FAILURES } from "@posthorn/contract/brief-failures";
import { DELIVERY_ERROR_CODES, type EventStatus } from "@posthorn/contract/causes";
import { EVENT_STATUS_LABELS } from "@posthorn/contract/texts";
import type { EventFilters } from "../../resources/events/event-filters.ts";
import { choicesChip, linkedChip, yesNoChip } from "../../resources/list-filters/choice-chips.tsx";
import { dateChip } from "../../resources/list-filters/date-chip.tsx";
import type { FilterChips } from "../../resources/list-filters/filter-chip.ts";
import { cliUserChip, namesChip } from "../../resources/list-filters/name-chips.tsx";
import { countChip, responseStatusChip } from "../../resources/list-filters/range-chips.tsx";
import { requestValueChips } from "../../resources/list-filters/request-value-chips.tsx";

/** The most used statuses come first. */
const STATUS_ORDER: readonly EventStatus[] = [
  "SUCCESSFUL",
  "FAILED",
  "QUEUED",
  "HOLD",
  "SCHEDULED",
  "CANCELLED",
];

/** The search term has the search box instead of a chip. */
export type EventChipFilters = Omit<EventFilters, "search_term">;

export const EVENT_FILTER_CHIPS: FilterChips<EventChipFilters> = {
  date: dateChip,
  status: choicesChip(
    "Status",
    STATUS_ORDER.map((value) => ({ value, label: EVENT_STATUS_LABELS[value] })),
  ),
  webhook_id: namesChip("Connection", "connection"),
  source_id: namesChip("Source", "source"),
  destination_id: namesChip("Destination", "destination"),
  response_status: responseStatusChip,
  error_code: choicesChip(
    "Error code",
    DELIVERY_ERROR_CODES.toSorted().map((value) => ({
      value,
      label: value,
      hint: BRIEF_FAILURES[value],
    })),
  ),
  attempts: countChip("Attempts"),
  scheduled_attempts: yesNoChip("Scheduled attempts", { yes: "some", no: "none" }),
  cli_user_id: cliUserChip,
  ...requestValueChips,
  issue_id: linkedChip("Issue"),
  bulk_retry_id: linkedChip("Bulk retry"),
};
