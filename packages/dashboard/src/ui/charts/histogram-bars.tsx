/**
 * The bars of a histogram, each with a strip as high as the drawing whose tooltip has its words.
 *
 * Memoised: whoever shows a histogram renders far more often than its bars change.
 */
import { memo } from "react";
import { shortTime } from "../time.ts";
import { FILL, inWords, type ChartSeries } from "./chart-series.ts";
import { bucketTotals, stackedBarPaths } from "./stacked-bars.ts";

/** Units of the drawing for one bucket, of which the bar fills eight. */
export const STEP = 10;
export const BAR = 8;

export interface HistogramBarsProps {
  fromMs: number;
  stepMs: number;
  series: readonly ChartSeries[];
  heightPx: number;
  /** The value at the upper edge. */
  top: number;
}

export const HistogramBars = memo(function HistogramBars(props: HistogramBarsProps) {
  const { fromMs, stepMs, series, heightPx, top } = props;
  const values = series.map((one) => one.values);
  const paths = stackedBarPaths(values, { step: STEP, width: BAR, height: heightPx, top, least: 1.5 });
  return (
    <>
      {series.map(({ name, tone }, at) => (
        <path key={name} d={paths[at]} className={FILL[tone]} />
      ))}
      {bucketTotals(values).map((_total, bucket) => {
        const startMs = fromMs + bucket * stepMs;
        return (
          <rect
            key={startMs}
            x={bucket * STEP}
            width={STEP}
            height={heightPx}
            fill="transparent"
            data-tooltip={bucketWords(startMs, series, bucket)}
          />
        );
      })}
    </>
  );
});

export function bucketWords(startMs: number, series: readonly ChartSeries[], bucket: number): string {
  return `${shortTime(new Date(startMs))}: ${inWords(series, bucket)}`;
}
