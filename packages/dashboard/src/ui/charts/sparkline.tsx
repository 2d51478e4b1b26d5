/**
 * A row of small bars without axes: how did a number develop, at a glance?
 *
 * Its label says the same in a sentence, to assistive technology and as tooltip. Without any values it is a dashed
 * line, because an empty place would look like a chart that is still loading.
 */
import { cx } from "class-variance-authority";
import { FILL, type ChartSeries } from "./chart-series.ts";
import { bucketTotals, stackedBarPaths } from "./stacked-bars.ts";

const STEP_PX = 8;
const BAR_PX = 6;
const HEIGHT_PX = 20;

export interface SparklineProps {
  /** One sentence: "23,104 events in the last 24 hours, 12 failed." */
  label: string;
  /** The first is at the bottom. */
  series: readonly ChartSeries[];
  className?: string;
}

export function Sparkline({ label, series, className }: SparklineProps) {
  const values = series.map((one) => one.values);
  const totals = bucketTotals(values);
  const top = Math.max(0, ...totals);
  const width = Math.max(1, totals.length) * STEP_PX - (STEP_PX - BAR_PX);
  const size = { step: STEP_PX, width: BAR_PX, height: HEIGHT_PX, top, least: 1 };
  const paths = stackedBarPaths(values, size);
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of ours, not a file
      role="img"
      aria-label={label}
      data-tooltip={label}
      width={width}
      height={HEIGHT_PX}
      viewBox={`0 0 ${width} ${HEIGHT_PX}`}
      className={cx("block shrink-0", className)}
    >
      {top === 0 ? (
        <path d={`M0 ${HEIGHT_PX - 0.5}H${width}`} className="stroke-line-strong" strokeDasharray="2 2" />
      ) : (
        series.map(({ name, tone }, at) => <path key={name} d={paths[at]} className={FILL[tone]} />)
      )}
    </svg>
  );
}
