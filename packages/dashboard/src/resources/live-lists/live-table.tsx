/**
 * The table of a live list. Its columns have fixed widths, so that a change in one row cannot move the others.
 *
 * It says of each row where its link leads and how it looks; the screen draws the row. Rows are memoised on plain values,
 * so that moving the selection renders two of them, not a hundred.
 */
import type { ReactNode } from "react";
import type { HeldList, LiveRow } from "../../ui/list/held-list.ts";
import { ListRows } from "../../ui/list/list-rows.tsx";
import type { RowChoices } from "../../ui/list/row-choices.ts";
import { useShownRows } from "../../ui/list/use-shown-rows.ts";
import type { RowTicks } from "../../ui/list/use-ticks.ts";
import { Table, type TableProps } from "../../ui/table.tsx";
import type { LiveListSearch } from "./live-list-kind.ts";
import type { LiveList } from "./use-live-list.ts";

/** What a row shows beside its data. */
export interface LiveRowState {
  /** The address of this list with the row selected. */
  href: string;
  isSelected: boolean;
  isTicked: boolean;
  isFresh: boolean;
  /** Always the same function, so that the row stays memoised. */
  onTick: RowTicks["tick"];
}

type TabledList = Pick<
  LiveList<LiveRow, LiveListSearch, object>,
  "live" | "boxRef" | "hrefOf" | "ticks" | "selectedRow"
> & { kind: { label: string; rows: RowChoices } };

export interface LiveTableProps<Row extends LiveRow> extends Pick<
  TableProps,
  "className" | "onFocus" | "onPointerOver"
> {
  list: TabledList;
  held: HeldList<Row>;
  /** The cells of the head: `Th`, and a `TickAllCell` where rows can be ticked. */
  head: ReactNode;
  renderRow: (row: Row, state: LiveRowState) => ReactNode;
}

export function LiveTable<Row extends LiveRow>({
  list,
  held,
  head,
  renderRow,
  ...table
}: LiveTableProps<Row>) {
  const { kind, live, hrefOf, ticks, selectedRow } = list;
  const rows = useShownRows(held.key, held.rows);
  return (
    <Table {...table} label={kind.label} isStale={live.isStale} boxRef={list.boxRef} isLong>
      <thead>
        <tr>{head}</tr>
      </thead>
      <ListRows
        onOpen={(row, isByKeyboard) => {
          const choice = kind.rows.choiceOf(row);
          if (choice !== undefined) selectedRow.open(choice, isByKeyboard);
        }}
      >
        {rows.map((row) =>
          renderRow(row, {
            href: hrefOf(row.id),
            isSelected: row.id === selectedRow.choice?.id,
            isTicked: ticks.ids.has(row.id),
            isFresh: held.fresh.has(row.id),
            onTick: ticks.tick,
          }),
        )}
      </ListRows>
    </Table>
  );
}
