/**
 * The checkbox that ticks a row, and the one in the head that ticks all of them. With Shift, a click stretches a range.
 *
 * The cell does not let text be selected: a click with Shift would select the text of all rows in between.
 */
import { cx } from "class-variance-authority";
import { Checkbox } from "../checkbox.tsx";
import { Td, Th } from "../table.tsx";
import type { RowTicks } from "./use-ticks.ts";

const CELL = "w-10 pr-0 pl-2 select-none max-sm:w-8 max-sm:pl-1";

export interface TickCellProps {
  id: string;
  /** What the checkbox selects: "event of Nov 14 14:32:18". */
  label: string;
  isTicked: boolean;
  onTick: RowTicks["tick"];
}

export function TickCell({ id, label, isTicked, onTick }: TickCellProps) {
  return (
    <Td className={CELL}>
      <Checkbox
        aria-label={`Select ${label}`}
        className="align-middle"
        checked={isTicked}
        onChange={({ nativeEvent }) => onTick(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </Td>
  );
}

export interface TickAllCellProps {
  /** What is on this page: "events". */
  many: string;
  /** How many rows there are. */
  count: number;
  ticks: RowTicks;
}

export function TickAllCell({ many, count, ticks }: TickAllCellProps) {
  const { size } = ticks.ids;
  return (
    <Th className={cx(CELL, "font-normal")}>
      <Checkbox
        aria-label={`Select all ${many} on this page`}
        className="align-middle"
        checked={size > 0 && size === count}
        isIndeterminate={size > 0 && size < count}
        onChange={ticks.tickAll}
      />
    </Th>
  );
}
