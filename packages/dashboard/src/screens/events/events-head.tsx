/**
 * What stands between the page's bar and its rows: the filters, and when their events happened.
 *
 * The histogram loads after the rows: its box has its height from the start, so nothing moves.
 */
import { lazy, Suspense } from "react";
import type { EventFilters } from "../../resources/events/event-filters.ts";
import { undatedEventsQuery } from "../../resources/events/event-filters.ts";
import { looksIntoRequests } from "../../resources/list-filters/active-filters.ts";
import { ListFilterBar } from "../../resources/list-filters/list-filter-bar.tsx";
import { EVENT_FILTER_CHIPS, type EventChipFilters } from "./event-filter-chips.tsx";
import { addressOf, filtersOf, listedBy, type EventsLayout, type EventsSearch } from "./events-url.ts";

const ALWAYS: Record<EventsLayout, readonly (keyof EventChipFilters)[]> = {
  http: ["date", "status", "webhook_id"],
  cli: ["date", "status", "webhook_id", "cli_user_id"],
};

const TrafficHistogram = lazy(async () => ({
  default: (await import("../../resources/metrics/histogram/traffic-histogram.tsx")).TrafficHistogram,
}));

/** Its height does not depend on what is inside: bars that appear must not move the rows. */
const HISTOGRAM_BOX =
  "flex min-h-39 shrink-0 flex-col justify-center rounded-lg border border-line bg-surface px-3 py-2";

export interface EventsHeadProps {
  layout: EventsLayout;
  search: EventsSearch;
  /** The rows of these filters are not on screen yet. */
  isLoading: boolean;
  /** They could not be loaded. The list says so, once. */
  hasFailed: boolean;
  onFilter: (change: Partial<EventFilters>) => void;
  /** Undefined while there is no filter. */
  onClear: (() => void) | undefined;
}

export function EventsHead(props: EventsHeadProps) {
  const { layout, search, isLoading, hasFailed, onFilter, onClear } = props;
  const listed = filtersOf(listedBy(layout, search));
  const isUnavailable = looksIntoRequests(search);
  return (
    <>
      <ListFilterBar
        route={addressOf(layout)}
        filters={filtersOf(search)}
        chips={EVENT_FILTER_CHIPS}
        always={ALWAYS[layout]}
        parse={filtersOf}
        onChange={onFilter}
        onClear={onClear}
        aside={<InFlight term={isLoading ? search.search_term : undefined} />}
      />
      {hasFailed ? null : (
        <div className={isUnavailable ? "h-9.5 shrink-0" : HISTOGRAM_BOX}>
          <Suspense>
            <TrafficHistogram
              kind="events"
              filters={undatedEventsQuery(listed)}
              date={search.date}
              isUnavailable={isUnavailable}
              onRange={(date) => onFilter({ date })}
            />
          </Suspense>
        </div>
      )}
    </>
  );
}

/** The name of the search in flight: a search through the archive can take seconds. */
function InFlight({ term }: { term: string | undefined }) {
  return (
    <span aria-live="polite" className="max-w-60 truncate text-ink-2">
      {term === undefined ? null : `Searching for “${term}”…`}
    </span>
  );
}
