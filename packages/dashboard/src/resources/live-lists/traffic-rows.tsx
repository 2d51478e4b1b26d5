/** The rows of events or requests, which end where the project's archive ends. */
import type { LiveRow } from "../../ui/list/held-list.ts";
import { boundedText } from "../../ui/count.ts";
import type { RequestValueFilters } from "../list-filters/active-filters.ts";
import { EndOfDates } from "../list-filters/end-of-dates.tsx";
import { NoneInDates } from "../list-filters/none-in-dates.tsx";
import { LiveListRows, type LiveListRowsProps } from "./live-list-rows.tsx";
import type { TrafficSearch } from "./traffic-kind.ts";
import type { TrafficList } from "./use-traffic-list.ts";

export interface TrafficRowsProps<
  Row extends LiveRow,
  Search extends TrafficSearch,
  Filters extends RequestValueFilters,
> extends Omit<LiveListRowsProps<Row>, "list" | "noneFound" | "end" | "matchCount"> {
  list: TrafficList<Row, Search, Filters>;
  /** Nothing matches: "No requests found". */
  noneFound: string;
}

export function TrafficRows<
  Row extends LiveRow,
  Search extends TrafficSearch,
  Filters extends RequestValueFilters,
>({ list, noneFound, ...rows }: TrafficRowsProps<Row, Search, Filters>) {
  const { kind, asked, matches } = list;
  const date = kind.dateIn(asked);
  return (
    <LiveListRows
      {...rows}
      list={list}
      noneFound={
        <NoneInDates
          title={noneFound}
          dates={date}
          onDates={(dates) => list.filter(kind.withDate(dates))}
          onClear={list.isFiltered ? list.clearFilters : undefined}
        />
      }
      matchCount={boundedText(matches)}
      end={<EndOfDates dates={date} many={kind.many} />}
    />
  );
}
