/**
 * What stands between the page's bar and its rows: saved views, the filters with what can be done to all they match, and
 * when their events happened.
 *
 * Views and bulk actions load after the rows. The bar of views has its height from the start, so nothing moves.
 */
import type { Matches } from "@posthorn/contract/saved-views";
import type { EventFilters } from "../../resources/events/event-filters.ts";
import { eventsApiQuery, undatedEventsQuery } from "../../resources/events/event-filters.ts";
import { looksIntoRequests } from "../../resources/list-filters/active-filters.ts";
import { ListFilterBar } from "../../resources/list-filters/list-filter-bar.tsx";
import { ListHistogram } from "../../resources/metrics/histogram/list-histogram.tsx";
import { later } from "../../ui/later.tsx";
import { MatchCount } from "../../ui/list/match-count.tsx";
import { EVENT_FILTER_CHIPS, type EventChipFilters } from "./event-filter-chips.tsx";
import { addressOf, EventsSearch, filtersOf, listedBy, type EventsLayout } from "./events-url.ts";

const ALWAYS: Record<EventsLayout, readonly (keyof EventChipFilters)[]> = {
  http: ["date", "status", "webhook_id"],
  cli: ["date", "status", "webhook_id", "cli_user_id"],
};

const SavedViews = later(() => import("../../resources/saved-views/saved-views.tsx")).component(
  (loaded) => loaded.SavedViews,
  () => <div className="min-h-10 shrink-0 border-b border-line" />,
);
const BulkButton = later(() => import("../../resources/bulk/bulk-button.tsx")).component(
  (loaded) => loaded.BulkButton,
);
const BULK_ACTIONS = ["events.cancel", "events.retry"] as const;

export interface EventsHeadProps {
  layout: EventsLayout;
  search: EventsSearch;
  /** The rows of these filters are not on screen yet. */
  isLoading: boolean;
  /** They could not be loaded. The list says so, once. */
  hasFailed: boolean;
  /** How many events the filters match. Undefined until somebody knows. */
  matches: Matches | undefined;
  /** The panel has the one ink button instead. */
  hasPanel: boolean;
  onFilter: (change: Partial<EventFilters>) => void;
  /** Undefined while there is no filter. */
  onClear: (() => void) | undefined;
  /** A bulk operation has begun. */
  onBulk: () => void;
}

export function EventsHead(props: EventsHeadProps) {
  const { layout, search, isLoading, hasFailed, matches, hasPanel, onFilter, onClear, onBulk } = props;
  const listed = filtersOf(listedBy(layout, search));
  return (
    <>
      <SavedViews
        resource="events"
        filters={filtersOf(search)}
        viewId={search.view_id}
        isCli={layout === "cli"}
        queryOf={(stored, isCli) =>
          eventsApiQuery(
            filtersOf(listedBy(isCli ? "cli" : "http", EventsSearch.parse(stored))),
            {},
            new Date(),
          )
        }
      />
      <ListFilterBar
        route={addressOf(layout)}
        filters={filtersOf(search)}
        chips={EVENT_FILTER_CHIPS}
        always={ALWAYS[layout]}
        parse={filtersOf}
        onChange={onFilter}
        onClear={onClear}
        aside={
          <>
            <MatchCount matches={matches} one="event" many="events" />
            <InFlight term={isLoading ? search.search_term : undefined} />
            {BULK_ACTIONS.map((type) => (
              <BulkButton
                key={type}
                type={type}
                hasFilters={onClear !== undefined}
                isCounted={matches !== undefined && matches.count !== null && !matches.is_more}
                isPrimary={type === "events.retry" && !hasPanel}
                queryOf={(now) => eventsApiQuery(listed, {}, now)}
                onStarted={onBulk}
              />
            ))}
          </>
        }
      />
      {hasFailed ? null : (
        <ListHistogram
          kind="events"
          filters={undatedEventsQuery(listed)}
          date={search.date}
          isUnavailable={looksIntoRequests(search)}
          onRange={(date) => onFilter({ date })}
        />
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
