/**
 * What do lists of events and requests have that other live lists lack? An archive with dates, filters that look into
 * payloads, a count, a histogram, saved views and bulk operations.
 */
import type { Matches } from "@posthorn/contract/saved-views";
import type { ReactNode } from "react";
import type { LiveRow } from "../../ui/list/held-list.ts";
import type { BulkButtonProps } from "../bulk/bulk-button.tsx";
import type { RequestValueFilters } from "../list-filters/active-filters.ts";
import type { DateChoice } from "../list-filters/date-ranges.ts";
import type { ListFilterBarProps } from "../list-filters/list-filter-bar.tsx";
import type { HistogramKind } from "../metrics/histogram/histogram-kinds.ts";
import type { Counting } from "../saved-views/saved-view-queries.ts";
import type { LiveListKind, LiveListSearch } from "./live-list-kind.ts";
import type { ListQuery } from "./use-live-rows.ts";

export interface TrafficSearch extends LiveListSearch, RequestValueFilters {
  view_id?: string | undefined;
}

/** What a bar of filters gets from the list; the chips are the screen's own. */
type FilterBar<Filters extends object> = Pick<
  ListFilterBarProps<Filters>,
  "route" | "filters" | "defaults" | "onChange" | "onClear" | "aside"
>;

/** A button above the list, which acts on everything that the filters match. */
export interface TrafficBulkAction extends Pick<BulkButtonProps, "type" | "queryOf" | "whyNot"> {
  /** Where few rows match, the button says on how many it would act. */
  isCountable?: boolean;
  /** It is the one ink button of the page, unless a panel has one. */
  isMain?: boolean;
}

export interface TrafficKind<
  Row extends LiveRow,
  Search extends TrafficSearch,
  Filters extends RequestValueFilters,
> extends LiveListKind<Row, Search, Filters> {
  isCli: boolean;
  /** Also changes the filters that look into payloads, which all these lists have. */
  withFilters: (search: Search, change: Partial<Filters> | RequestValueFilters) => Search;
  /** A `ListFilterBar` with the chips of this list. */
  renderFilters: (bar: FilterBar<Filters>) => ReactNode;
  views: Counting;
  bulkActions: (asked: Filters) => readonly TrafficBulkAction[];
  /** How many rows match. */
  count: (asked: Filters) => ListQuery<Matches>;
  histogram: {
    kind: HistogramKind;
    /** The filters without dates, as the API has them. */
    queryOf: (asked: Filters) => Readonly<Record<string, unknown>>;
  };
  /** The dates that the list covers: its rows, bars, count and bulk actions. */
  dateIn: (asked: Filters) => DateChoice;
  withDate: (date: DateChoice) => Partial<Filters>;
}
