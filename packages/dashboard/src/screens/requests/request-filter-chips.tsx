/** Which filters does the list of requests have, in which order and in which words? */
import { IGNORED_CAUSES, REJECTION_CAUSES } from "@posthorn/contract/causes";
import type { Request } from "@posthorn/contract/requests";
import { IGNORED_CAUSE_LABELS, REJECTION_CAUSE_LABELS } from "@posthorn/contract/texts";
import { choicesChip, linkedChip } from "../../resources/list-filters/choice-chips.tsx";
import { dateChip } from "../../resources/list-filters/date-chip.tsx";
import type { FilterChip, FilterChips } from "../../resources/list-filters/filter-chip.ts";
import { namesChip } from "../../resources/list-filters/name-chips.tsx";
import { countChip } from "../../resources/list-filters/range-chips.tsx";
import { requestValueChips } from "../../resources/list-filters/request-value-chips.tsx";
import type { RequestFilters } from "../../resources/requests/request-filters.ts";
import { REQUEST_STATUS_LABELS } from "../../resources/requests/request-status-badge.tsx";
import { OptionalChip } from "../../ui/list/chip.tsx";

const STATUS_CHOICES = (["accepted", "rejected"] as const).map((value) => ({
  value,
  label: REQUEST_STATUS_LABELS[value],
}));

/** A request is one or the other, so there is no choice of several. */
const statusChip: FilterChip<Request["status"]> = {
  label: "Status",
  Chip: function StatusChip({ value, ...chip }) {
    return (
      <OptionalChip
        {...chip}
        text={value && REQUEST_STATUS_LABELS[value]}
        value={value}
        choices={STATUS_CHOICES}
      />
    );
  },
  Words: ({ value }) => REQUEST_STATUS_LABELS[value],
};

/** The search term has the search box instead of a chip. */
type RequestChipFilters = Omit<RequestFilters, "search_term">;

export const REQUEST_FILTER_CHIPS: FilterChips<RequestChipFilters> = {
  ingested_at: dateChip,
  source_id: namesChip("Source", "source"),
  status: statusChip,
  rejection_cause: choicesChip(
    "Rejection cause",
    REJECTION_CAUSES.map((value) => ({ value, label: REJECTION_CAUSE_LABELS[value] })),
  ),
  events_count: countChip("Events"),
  ignored_count: countChip("Ignored events"),
  cli_events_count: countChip("CLI events"),
  cause: choicesChip(
    "Ignored cause",
    IGNORED_CAUSES.map((value) => ({ value, label: IGNORED_CAUSE_LABELS[value] })),
  ),
  transformation_id: namesChip("Failed transformation", "transformation"),
  ...requestValueChips,
  bulk_retry_id: linkedChip("Bulk retry"),
};

/** Shown without a value too. */
export const ALWAYS_SHOWN = ["ingested_at", "source_id", "status"] as const;
