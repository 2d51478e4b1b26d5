/** A scroll box with a table of numbers: the first column has times or names, the others have values. */
import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

export interface ValuesTableProps {
  /** The name of the chart. */
  label: string;
  /** The name of the first column. */
  first?: string;
  /** The names of the others. */
  columns: readonly string[];
  rows: readonly { key: string; first: ReactNode; cells: readonly string[] }[];
  className?: string;
}

export function ValuesTable({ label, first = "Time", columns, rows, className }: ValuesTableProps) {
  return (
    <section
      aria-label={`${label}: table`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
      tabIndex={0}
      className={cx("overflow-auto rounded-md border border-line text-xs", className)}
    >
      <table className="w-full border-separate border-spacing-0 tabular-nums">
        <thead>
          <tr className="text-left">
            <th scope="col" className="sticky top-0 bg-surface px-3 py-1 align-bottom font-medium">
              {first}
            </th>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="sticky top-0 bg-surface px-2 py-1 text-right align-bottom font-medium last:pr-3"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th
                scope="row"
                // Takes the room that the numbers leave, and is cut before they are.
                className="w-full max-w-0 min-w-30 truncate border-t border-line px-3 py-1 text-left font-normal"
              >
                {row.first}
              </th>
              {columns.map((column, at) => (
                <td
                  key={column}
                  className="border-t border-line px-2 py-1 text-right whitespace-nowrap last:pr-3"
                >
                  {row.cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
