/**
 * What stands between the page's bar and its rows: saved views, the filters with what can be done to all they match, and
 * when their requests came in.
 *
 * Views and bulk actions load after the rows. The bar of views has its height from the start, so nothing moves.
 */
import { useQuery } from "@tanstack/react-query";
import { looksIntoRequests } from "../../resources/list-filters/active-filters.ts";
import { ListFilterBar } from "../../resources/list-filters/list-filter-bar.tsx";
import { ListHistogram } from "../../resources/metrics/histogram/list-histogram.tsx";
import { bulkRetryOf } from "../../resources/requests/bulk-retry.ts";
import { requestCountQuery } from "../../resources/requests/request-count.ts";
import {
  requestsApiQuery,
  undatedRequestsQuery,
  type RequestFilters,
} from "../../resources/requests/request-filters.ts";
import { later } from "../../ui/later.tsx";
import { MatchCount } from "../../ui/list/match-count.tsx";
import { ALWAYS_SHOWN, REQUEST_FILTER_CHIPS } from "./request-filter-chips.tsx";
import { filtersOf, listedBy, RequestsSearch } from "./requests-url.ts";

const SavedViews = later(() => import("../../resources/saved-views/saved-views.tsx")).component(
  (loaded) => loaded.SavedViews,
  () => <div className="min-h-10 shrink-0 border-b border-line" />,
);
const BulkButton = later(() => import("../../resources/bulk/bulk-button.tsx")).component(
  (loaded) => loaded.BulkButton,
);

export interface RequestsHeadProps {
  isCli: boolean;
  search: RequestsSearch;
  onFilter: (change: Partial<RequestFilters>) => void;
  /** Undefined while there is no filter. */
  onClear: (() => void) | undefined;
  /** A bulk operation has begun. */
  onBulk: () => void;
}

export function RequestsHead({ isCli, search, onFilter, onClear, onBulk }: RequestsHeadProps) {
  const listed = listedBy(isCli, search);
  return (
    <>
      <SavedViews
        resource="requests"
        filters={filtersOf(search)}
        viewId={search.view_id}
        isCli={isCli}
        queryOf={(stored, isCliView) =>
          requestsApiQuery(listedBy(isCliView, RequestsSearch.parse(stored)), {}, new Date())
        }
      />
      <ListFilterBar
        route={isCli ? "/requests/cli" : "/requests"}
        filters={filtersOf(search)}
        chips={REQUEST_FILTER_CHIPS}
        always={ALWAYS_SHOWN}
        parse={filtersOf}
        onChange={onFilter}
        onClear={onClear}
        aside={
          <>
            <ListCount filters={listed} />
            <BulkButton {...bulkRetryOf(listed)} hasFilters={onClear !== undefined} onStarted={onBulk} />
          </>
        }
      />
      <ListHistogram
        kind="requests"
        filters={undatedRequestsQuery(listed)}
        date={search.ingested_at}
        isUnavailable={looksIntoRequests(listed)}
        onRange={(ingested_at) => onFilter({ ingested_at })}
      />
    </>
  );
}

function ListCount({ filters }: { filters: RequestFilters }) {
  return <MatchCount matches={useQuery(requestCountQuery(filters)).data} one="request" many="requests" />;
}
