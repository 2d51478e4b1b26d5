/**
 * The numbers of a chart as a table, for people who cannot see the chart or want the exact values.
 *
 * A chart may have hundreds of points, so the rows are made only while the table is open.
 */
import { useState } from "react";
import { ValuesTable, type ValuesTableProps } from "./values-table.tsx";

export interface ChartTableProps extends Pick<ValuesTableProps, "label" | "columns"> {
  rowsOf: () => ValuesTableProps["rows"];
}

export function ChartTable({ label, columns, rowsOf }: ChartTableProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(toggle) => setIsOpen(toggle.currentTarget.open)} className="mt-1 text-xs text-ink-2">
      <summary className="w-fit rounded-sm py-1 hover:text-ink">Show as table</summary>
      {isOpen ? <ValuesTable label={label} columns={columns} rows={rowsOf()} className="max-h-60" /> : null}
    </details>
  );
}
