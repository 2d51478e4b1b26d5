/**
 * What is on screen of a list of events or requests? A live list, and how many rows its filters match.
 *
 * That number is the sum of the bars above the list. Only where there are no bars, the rows are counted.
 */
import type { Matches } from "@posthorn/contract/saved-views";
import { useQuery } from "@tanstack/react-query";
import { useRef, type RefObject } from "react";
import type { LiveRow } from "../../ui/list/held-list.ts";
import { looksIntoRequests, type RequestValueFilters } from "../list-filters/active-filters.ts";
import { histogramQuery, sumOfBars } from "../metrics/histogram/histogram-query.ts";
import type { TrafficKind, TrafficSearch } from "./traffic-kind.ts";
import { useLiveList, type LiveList, type OnSearch } from "./use-live-list.ts";
import { useTrafficNews } from "./use-traffic-news.ts";

export interface TrafficList<
  Row extends LiveRow,
  Search extends TrafficSearch,
  Filters extends RequestValueFilters,
> extends LiveList<Row, Search, Filters> {
  kind: TrafficKind<Row, Search, Filters>;
  /** The search box. */
  searchRef: RefObject<HTMLInputElement | null>;
  filter: (change: Partial<Filters> | RequestValueFilters) => void;
  /** Undefined until the rows are there and somebody knows. */
  matches: Matches | undefined;
}

export function useTrafficList<
  Row extends LiveRow,
  Search extends TrafficSearch,
  Filters extends RequestValueFilters,
>(
  kind: TrafficKind<Row, Search, Filters>,
  search: Search,
  onSearch: OnSearch<Search>,
): TrafficList<Row, Search, Filters> {
  const list = useLiveList(kind, search, onSearch);
  const { live, isAwaited, isNothingThere, asked } = list;
  // Counts after the rows are there, so that it does not slow them down.
  const isCountable = !isAwaited && isNothingThere === false && !looksIntoRequests(asked);
  const barsQuery = histogramQuery(kind.histogram.kind, kind.histogram.queryOf(asked), kind.dateIn(asked));
  const bars = useQuery({ ...barsQuery, enabled: isCountable });
  const histogram = bars.isPlaceholderData ? undefined : bars.data;
  const countQuery = kind.count(asked);
  const hasNoBars = histogram?.is_available === false || bars.isError;
  const counted = useQuery({ ...countQuery, enabled: isCountable && hasNoBars });
  useTrafficNews({
    key: live.list?.key ?? "",
    latest: live.list?.latest,
    numbers: [barsQuery.queryKey, countQuery.queryKey],
  });
  const sum = sumOfBars(histogram);
  return {
    ...list,
    kind,
    searchRef: useRef<HTMLInputElement>(null),
    filter: (change) => onSearch(kind.withFilters(search, change), "push"),
    matches: !isCountable ? undefined : sum === undefined ? counted.data : { count: sum, is_more: false },
  };
}
