/**
 * How many things happened when? Stacked bars over time, from which a person cuts a range.
 *
 * The caller keeps the range (best: in the URL) and passes new data for it. The tallest bar has the whole height. Each bar
 * has the same whole number of pixels, so that none looks wider than its neighbours; CSS does the measuring. The header has the sum of each series, and the values at the cursor or in the range, for the pointer and
 * for the keys alike; the shared tooltip shows them at the bar, and a table has all of them. `brush.ts` says how the keys work.
 */
import { useState } from "react";
import { countText } from "../count.ts";
import { later } from "../later.tsx";
import { shortTime } from "../time.ts";
import { inWords, type ChartSeries } from "./chart-series.ts";
import { HistogramAxis } from "./histogram-axis.tsx";
import { BAR, bucketWords, HistogramBars, STEP } from "./histogram-bars.tsx";
import { HistogramHead } from "./histogram-head.tsx";
import { bucketTotals } from "./stacked-bars.ts";
import { useBrush, type ChosenBuckets } from "./use-brush.ts";

/** Few people ask for it. */
const ValuesTable = later(() => import("./values-table.tsx")).component((loaded) => loaded.ValuesTable);

const KEYS_HINT = "Arrow keys move, with Shift they choose a range, Enter applies it";

export interface TimeRange {
  min: Date;
  /** The end, not included. */
  max: Date;
}

export interface HistogramProps {
  /** What is counted: "Events by status". */
  label: string;
  /** The moment at which the first bucket begins. */
  from: Date;
  stepMs: number;
  series: readonly ChartSeries[];
  onBrush: (range: TimeRange) => void;
  heightPx?: number;
}

export function Histogram({ label, from, stepMs, series, onBrush, heightPx = 92 }: HistogramProps) {
  const [isTabled, setIsTabled] = useState(false);
  const totals = bucketTotals(series.map((one) => one.values));
  const count = totals.length;
  const most = Math.max(0, ...totals);
  const startOf = (bucket: number) => new Date(from.getTime() + bucket * stepMs);
  const { cursor, range, handlers } = useBrush(count, ({ first, last }) =>
    onBrush({ min: startOf(first), max: startOf(last + 1) }),
  );
  if (most === 0)
    return (
      <figure aria-label={label} className="text-center text-sm text-ink-3">
        <p style={{ lineHeight: `${heightPx}px` }}>No data</p>
      </figure>
    );

  const wordsOfRange = ({ first, last }: ChosenBuckets) =>
    `${shortTime(startOf(first))} to ${shortTime(startOf(last + 1))}: ${inWords(series, first, last)}`;
  const isRange = range !== null && range.first !== range.last;
  const words =
    range === null
      ? null
      : isRange
        ? wordsOfRange(range)
        : bucketWords(startOf(range.first).getTime(), series, range.first);
  return (
    <figure aria-label={label} className="text-xs text-ink-2">
      <HistogramHead
        label={label}
        words={words}
        isRange={isRange}
        series={series}
        isTabled={isTabled}
        onTable={() => setIsTabled(!isTabled)}
      />
      <div
        {...handlers}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <input> has no bars, and no range from one value to another
        role="slider"
        aria-label={`${label}: choose a time range`}
        aria-valuemin={0}
        aria-valuemax={count - 1}
        aria-valuenow={cursor ?? count - 1}
        aria-valuetext={words ?? KEYS_HINT}
        tabIndex={0}
        className="cursor-crosshair touch-pan-y select-none"
        style={{ width: `max(round(down, 100%, ${count}px), min(100%, ${count}px))` }}
      >
        <svg
          aria-hidden
          viewBox={`0 0 ${count * STEP} ${heightPx}`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          height={heightPx}
          className="block w-full border-b border-line"
        >
          {range === null ? null : (
            <rect
              x={range.first * STEP - (STEP - BAR) / 2}
              width={(range.last - range.first + 1) * STEP}
              height={heightPx}
              className="fill-sel"
            />
          )}
          <HistogramBars
            fromMs={from.getTime()}
            stepMs={stepMs}
            series={series}
            heightPx={heightPx}
            top={most}
          />
        </svg>
        <HistogramAxis fromMs={from.getTime()} toMs={startOf(count).getTime()} />
      </div>
      {isTabled ? (
        <ValuesTable
          label={label}
          columns={series.map(({ name }) => name)}
          rows={totals.map((_total, bucket) => ({
            key: String(bucket),
            first: shortTime(startOf(bucket)),
            cells: series.map((one) => countText(one.values[bucket] ?? 0)),
          }))}
          className="mt-2 max-h-60"
        />
      ) : null}
    </figure>
  );
}
