/**
 * The numbers of a chart as a table, for people who cannot see the chart or want the exact values.
 *
 * A chart may have hundreds of points, so the table is made only when somebody opens it.
 */
import { useState } from "react";

export interface ChartTableProps {
  /** The name of the chart. */
  label: string;
  /** The name of each column after the first, which has the times. */
  columns: readonly string[];
  rows: readonly { time: string; cells: readonly string[] }[];
}

export function ChartTable({ label, columns, rows }: ChartTableProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(toggle) => setIsOpen(toggle.currentTarget.open)} className="mt-1 text-xs text-ink-2">
      <summary className="w-fit rounded-sm py-1 hover:text-ink">Show as table</summary>
      {isOpen ? (
        <section
          aria-label={`${label}: table`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
          tabIndex={0}
          className="max-h-60 overflow-auto rounded-md border border-line"
        >
          <table className="w-full tabular-nums">
            <thead>
              <tr className="text-left">
                <th scope="col" className="px-3 py-1 font-medium">
                  Time
                </th>
                {columns.map((column) => (
                  <th key={column} scope="col" className="px-3 py-1 text-right font-medium">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ time, cells }) => (
                <tr key={time} className="border-t border-line">
                  <th scope="row" className="px-3 py-1 text-left font-normal whitespace-nowrap">
                    {time}
                  </th>
                  {columns.map((column, at) => (
                    <td key={column} className="px-3 py-1 text-right">
                      {cells[at]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </details>
  );
}
