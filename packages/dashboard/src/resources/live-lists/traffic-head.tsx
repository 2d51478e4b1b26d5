/**
 * What stands above the rows of events or requests: saved views, the filters with what can be done to all they match, and
 * when the rows happened.
 *
 * Views and bulk actions load after the rows. The bar of views has its height from the start, so nothing moves.
 */
import type { LiveRow } from "../../ui/list/held-list.ts";
import { later } from "../../ui/later.tsx";
import { MatchCount } from "../../ui/list/match-count.tsx";
import { looksIntoRequests, type RequestValueFilters } from "../list-filters/active-filters.ts";
import { ListHistogram } from "../metrics/histogram/list-histogram.tsx";
import type { TrafficSearch } from "./traffic-kind.ts";
import type { TrafficList } from "./use-traffic-list.ts";

const SavedViews = later(() => import("../saved-views/saved-views.tsx")).component(
  (loaded) => loaded.SavedViews,
  () => <div className="min-h-10 shrink-0 border-b border-line" />,
);
const BulkButton = later(() => import("../bulk/bulk-button.tsx")).component((loaded) => loaded.BulkButton);

export interface TrafficHeadProps<
  Row extends LiveRow,
  Search extends TrafficSearch,
  Filters extends RequestValueFilters,
> {
  list: TrafficList<Row, Search, Filters>;
}

export function TrafficHead<
  Row extends LiveRow,
  Search extends TrafficSearch,
  Filters extends RequestValueFilters,
>({ list }: TrafficHeadProps<Row, Search, Filters>) {
  const { kind, search, filters, asked, isFiltered, isAwaited, live, matches, filter } = list;
  const isExact = matches !== undefined && matches.count !== null && !matches.is_more;
  return (
    <>
      <SavedViews {...kind.views} filters={filters} viewId={search.view_id} isCli={kind.isCli} />
      {kind.renderFilters({
        route: kind.path,
        filters,
        defaults: kind.withDate(kind.dateIn(asked)),
        onChange: filter,
        onClear: isFiltered ? list.clearFilters : undefined,
        aside: (
          <>
            <MatchCount matches={matches} one={kind.one} many={kind.many} />
            <InFlight term={isAwaited && live.error === null ? search.search_term : undefined} />
            {kind.bulkActions(asked).map(({ isCountable = false, isMain = false, ...action }) => (
              <BulkButton
                key={action.type}
                {...action}
                hasFilters={isFiltered}
                isCounted={isCountable && isExact}
                isPrimary={isMain && !list.hasPanel}
                onStarted={() => list.showBulk("ongoing")}
              />
            ))}
          </>
        ),
      })}
      {/* If the rows could not be loaded, the list says so, once. */}
      {isAwaited && live.error !== null ? null : (
        <ListHistogram
          kind={kind.histogram.kind}
          filters={kind.histogram.queryOf(asked)}
          date={kind.dateIn(asked)}
          isUnavailable={looksIntoRequests(search)}
          onRange={(date) => filter(kind.withDate(date))}
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
