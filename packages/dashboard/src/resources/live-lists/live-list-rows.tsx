/**
 * The rows of a live list in each of its states: loading, failed, empty, nothing found, full. Only the first load has a
 * skeleton. Afterwards old rows stay until new ones arrive, dimmed while they belong to other filters.
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
import { WaitingButton } from "../../ui/list/waiting-button.tsx";
import type { LiveListSearch } from "./live-list-kind.ts";
import type { LiveList } from "./use-live-list.ts";

/** What the rows need of any live list. */
type ListedRows<Row extends LiveRow> = Pick<
  LiveList<Row, LiveListSearch, object>,
  "search" | "live" | "isFiltered" | "ticked" | "clearTicks" | "pages" | "showWaiting"
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
  return (
    <ListStates
      label={kind.many}
      columns={columns}
      loading={loading}
      rows={held?.rows}
      error={live.error}
      onRetry={live.reload}
      isFiltered={list.isFiltered || !isFirstPage(search) || next !== undefined}
      empty={empty}
      noneFound={
        next === undefined ? noneFound : <NoneFoundYet many={kind.many} onGoOn={() => pages.turn({ next })} />
      }
    >
      {(rows) => (
        <>
          <div className="@container relative flex min-h-0 flex-col max-sm:max-h-[60dvh] max-sm:shrink-0">
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
            {next === undefined
              ? end
              : (pageText(rows.length, matchCount, isFirstPage(search)) ??
                `${countText(rows.length)} ${kind.many}`)}
          </Pagination>
        </>
      )}
    </ListStates>
  );
}

/** The server ended the page because the search took too long: it has not looked at older rows. */
function NoneFoundYet({ many, onGoOn }: { many: string; onGoOn: () => void }) {
  return (
    <EmptyState
      drawing={<LensDrawing />}
      title={`No matching ${many} found so far.`}
      action={<Button onClick={onGoOn}>Look further back</Button>}
    >
      Few {many} match those filters, and not all {many} have been looked at.
    </EmptyState>
  );
}
