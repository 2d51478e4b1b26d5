/**
 * How did values develop over time? Lines with a cursor that all charts of a page share, and a drag that narrows the
 * range.
 *
 * The drawing library has 22 kB, so it loads with the first chart. A canvas says nothing to assistive technology: the
 * chart is an image with a sentence as its name, and its numbers are in a table. The header shows the values at the
 * cursor, or the newest ones.
 */
import { lazy, Suspense, useState } from "react";
import { shortTime } from "../time.ts";
import { ChartTable } from "./chart-table.tsx";
import type { ChartTone } from "./chart-series.ts";

export interface TimeSeriesLine {
  name: string;
  tone: ChartTone;
  /** One for each time; null where nothing was measured. */
  values: readonly (number | null)[];
}

export interface TimeSeriesProps {
  title: string;
  /** In milliseconds, rising. */
  timesMs: readonly number[];
  lines: readonly TimeSeriesLine[];
  /** Writes a value with its unit: `184 ms`. */
  inUnit: (value: number) => string;
  /** Charts with the same key share their cursor. */
  cursorKey?: string;
  onNarrow?: (range: { min: Date; max: Date }) => void;
  heightPx?: number;
}

const Canvas = lazy(async () => ({ default: (await import("./time-series-canvas.tsx")).TimeSeriesCanvas }));

export function TimeSeries(props: TimeSeriesProps) {
  const { title, timesMs, lines, inUnit, heightPx = 316 } = props;
  const [cursor, setCursor] = useState<number | null>(null);
  const at = cursor ?? timesMs.length - 1;
  const write = (value: number | null | undefined) => (value == null ? "–" : inUnit(value));
  const isEmpty = lines.every(({ values }) => values.every((value) => value === null));
  const valuesAt = lines.map(({ name, values }) => `${name} ${write(values[at])}`).join(", ");
  return (
    <figure aria-label={title} className="text-xs text-ink-2">
      <div className="flex min-h-5 justify-between gap-4">
        <span className="font-medium text-ink">{title}</span>
        {isEmpty ? null : (
          <span className="truncate tabular-nums">
            {cursor === null ? "" : `${shortTime(new Date(timesMs[at] ?? 0))}: `}
            {valuesAt}
          </span>
        )}
      </div>
      <div style={{ height: heightPx }}>
        {isEmpty ? (
          <p className="text-center text-sm text-ink-3" style={{ lineHeight: `${heightPx}px` }}>
            No data
          </p>
        ) : (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is a canvas, not a file
          <div role="img" aria-label={`${title}, newest values: ${valuesOf(lines, write)}`}>
            <Suspense>
              <Canvas {...props} heightPx={heightPx} onCursor={setCursor} />
            </Suspense>
          </div>
        )}
      </div>
      {isEmpty ? null : (
        <ChartTable
          label={title}
          columns={lines.map(({ name }) => name)}
          rows={timesMs.map((ms, row) => ({
            time: shortTime(new Date(ms)),
            cells: lines.map(({ values }) => write(values[row])),
          }))}
        />
      )}
    </figure>
  );
}

function valuesOf(
  lines: readonly TimeSeriesLine[],
  write: (value: number | null | undefined) => string,
): string {
  return lines.map(({ name, values }) => `${name} ${write(values.at(-1))}`).join(", ");
}
