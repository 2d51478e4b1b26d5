/**
 * The rows of a live list in each of its states: loading, failed, empty, nothing found, full. Only the first load has a
 * skeleton. Afterwards old rows stay until new ones arrive, dimmed while they belong to other filters. While a page is
 * being filled, it says how far back it has looked.
 */
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { countText, pageText } from "../../ui/count.ts";
import { LensDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { HeldList, LiveRow } from "../../ui/list/held-list.ts";
import { ListStates } from "../../ui/list/list-states.tsx";
import { isFirstPage } from "../../ui/list/list-url.ts";
import { Pagination } from "../../ui/list/pagination.tsx";
import { TickedBar } from "../../ui/list/ticked-bar.tsx";
import { shortTime } from "../../ui/time.ts";
import { WaitingButton } from "../../ui/list/waiting-button.tsx";
import type { LiveListSearch } from "./live-list-kind.ts";
import type { LiveList } from "./use-live-list.ts";

/** What the rows need of any live list. */
type ListedRows<Row extends LiveRow> = Pick<
  LiveList<Row, LiveListSearch, object>,
  "search" | "live" | "isNothingThere" | "ticked" | "clearTicks" | "pages" | "showWaiting"
> & { kind: { many: string } };

export interface LiveListRowsProps<Row extends LiveRow> {
  list: ListedRows<Row>;
  columns: number;
  /** Instead of the skeleton. */
  loading?: ReactNode;
  /** Nothing has arrived yet. */
  empty: ReactNode;
  /** Nothing matches: usually `NoneFound`. */
  noneFound: ReactNode;
  /** What the foot of the last page says. */
  end: ReactNode;
  /** How many rows the filters match, as text. Undefined: nobody knows. */
  matchCount?: string | undefined;
  /** What can be done with the ticked rows. Shown in the foot while there are some. */
  tickedActions?: ReactNode;
  /** The table. */
  children: (held: HeldList<Row>) => ReactNode;
}

export function LiveListRows<Row extends LiveRow>(props: LiveListRowsProps<Row>) {
  const { list, columns, loading, empty, noneFound, end, matchCount, tickedActions, children } = props;
  const { kind, search, live, pages } = list;
  // Rows of other filters are no longer of use once the right ones could not be loaded.
  const held = live.error && live.isStale ? null : live.list;
  const next = held?.pagination.next;
  const { reading } = live;
  const isUnknown = list.isNothingThere === undefined;
  return (
    <ListStates
      label={kind.many}
      columns={columns}
      loading={loading}
      rows={isUnknown ? undefined : held?.rows}
      error={live.error}
      onRetry={live.reload}
      isFiltered={list.isNothingThere !== true}
      empty={empty}
      noneFound={
        reading === undefined ? (
          noneFound
        ) : (
          <NoneFoundYet
            {...reading}
            many={kind.many}
            onStop={live.stopReading}
            onGoOn={() => pages.turn({ next })}
          />
        )
      }
    >
      {(rows) => (
        <>
          <div className="@container relative flex min-h-0 flex-col max-sm:shrink-0">
            {held === null ? null : (
              <>
                <WaitingButton list={held} place="edge" onShow={list.showWaiting} />
                {children(held)}
              </>
            )}
          </div>
          <Pagination
            {...pages}
            start={
              list.ticked.length === 0 ? undefined : (
                <TickedBar count={list.ticked.length} onClear={list.clearTicks}>
                  {tickedActions}
                </TickedBar>
              )
            }
          >
            {reading !== undefined ? (
              <LookingBack {...reading} onStop={live.stopReading} />
            ) : next === undefined ? (
              end
            ) : (
              (pageText(rows.length, matchCount, isFirstPage(search)) ??
              `${countText(rows.length)} ${kind.many}`)
            )}
          </Pagination>
        </>
      )}
    </ListStates>
  );
}

type ReadingSoFar = NonNullable<LiveList<LiveRow, LiveListSearch, object>["live"]["reading"]>;

/** The foot of a page that is not full yet. */
function LookingBack({ until, isStopped, onStop }: ReadingSoFar & { onStop: () => void }) {
  if (isStopped) return `Stopped at ${shortTime(until)}. Older rows are on the next page.`;
  return (
    <span className="flex items-center gap-2">
      <span aria-live="polite">Looking back to {shortTime(until)}…</span>
      <Button size="sm" variant="quiet" onClick={onStop}>
        Stop
      </Button>
    </span>
  );
}

interface NoneFoundYetProps extends ReadingSoFar {
  many: string;
  onStop: () => void;
  onGoOn: () => void;
}

/** Nothing so far, and not all rows have been looked at. */
function NoneFoundYet({ many, until, isStopped, onStop, onGoOn }: NoneFoundYetProps) {
  return (
    <EmptyState
      drawing={<LensDrawing />}
      title={isStopped ? `No matching ${many} found so far.` : `Looking back to ${shortTime(until)}…`}
      action={
        isStopped ? (
          <Button onClick={onGoOn}>Look further back</Button>
        ) : (
          <Button onClick={onStop}>Stop</Button>
        )
      }
    >
      {isStopped
        ? `You stopped the search at ${shortTime(until)}.`
        : `Few ${many} match those filters, so this can take a moment.`}
    </EmptyState>
  );
}
