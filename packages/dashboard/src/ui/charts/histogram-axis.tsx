/**
 * The round times under a chart, each at its place. Assistive technology reads the table instead.
 *
 * No label leaves the chart: one at the edge moves inward. A narrow chart has fewer labels.
 */
import { timeTicks } from "./scales.ts";

/** A histogram is as wide as its list. */
const MOST_LABELS = 10;

export function HistogramAxis({ fromMs, toMs }: { fromMs: number; toMs: number }) {
  return (
    <div aria-hidden className="@container relative h-4 overflow-hidden text-ink-3 tabular-nums">
      {timeTicks(fromMs, toMs, undefined, MOST_LABELS).map(({ atMs, label }) => (
        <span
          key={atMs}
          className="absolute -translate-x-1/2 whitespace-nowrap @max-md:even:hidden @max-[14rem]:not-first:hidden"
          style={{ left: insideOf(((atMs - fromMs) / (toMs - fromMs)) * 100, label) }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}

/** The middle of the label: at its time, but at least half its own width from both edges. */
function insideOf(percent: number, label: string): string {
  const half = `${label.length / 2}ch`;
  return `clamp(${half}, ${percent}%, calc(100% - ${half}))`;
}
