/** What is on screen of a list of events or requests? A live list, and how many rows its filters match. */
import type { Matches } from "@posthorn/contract/saved-views";
import { useQuery } from "@tanstack/react-query";
import { useRef, type RefObject } from "react";
import type { LiveRow } from "../../ui/list/held-list.ts";
import { looksIntoRequests, type RequestValueFilters } from "../list-filters/active-filters.ts";
import type { TrafficKind, TrafficSearch } from "./traffic-kind.ts";
import { useLiveList, type LiveList, type OnSearch } from "./use-live-list.ts";

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
  const { isAwaited, isNothingThere, asked } = list;
  // Counts after the rows are there, so that it does not slow them down.
  const { data: matches } = useQuery({
    ...kind.count(asked),
    enabled: !isAwaited && !isNothingThere && !looksIntoRequests(asked),
  });
  return {
    ...list,
    kind,
    searchRef: useRef<HTMLInputElement>(null),
    filter: (change) => onSearch(kind.withFilters(search, change), "push"),
    matches: isAwaited ? undefined : matches,
  };
}
