/** The rows of events or requests, which end where the project's archive ends. */
import type { LiveRow } from "../../ui/list/held-list.ts";
import { Button } from "../../ui/button.tsx";
import { boundedText } from "../../ui/count.ts";
import { NoneFound } from "../../ui/list/list-states.tsx";
import type { RequestValueFilters } from "../list-filters/active-filters.ts";
import { describeDates, isWholeArchive, LONGEST_RANGE } from "../list-filters/date-ranges.ts";
import { useSession } from "../session/use-session.ts";
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
  const { retention_days } = useSession().project;
  return (
    <LiveListRows
      {...rows}
      list={list}
      noneFound={
        <NoneFound
          title={noneFound}
          onClear={list.isFiltered ? list.clearFilters : undefined}
          action={
            isWholeArchive(date, retention_days) ? null : (
              <Button onClick={() => list.filter(kind.withDate({ relative: LONGEST_RANGE }))}>
                Look in the last month
              </Button>
            )
          }
        >
          {`There are none in these dates: ${describeDates(date)}.`}
        </NoneFound>
      }
      matchCount={boundedText(matches)}
      end={
        isWholeArchive(date, retention_days)
          ? `You've reached the end of your ${retention_days} days archival window.`
          : `No older ${kind.many} in these dates.`
      }
    />
  );
}
