/** The round times under a chart, each at its place. Assistive technology reads the table instead. */
import { timeTicks } from "./scales.ts";

export function HistogramAxis({ fromMs, toMs }: { fromMs: number; toMs: number }) {
  return (
    <div aria-hidden className="relative h-4 overflow-hidden text-ink-3 tabular-nums">
      {timeTicks(fromMs, toMs).map(({ atMs, label }) => (
        <span
          key={atMs}
          className="absolute -translate-x-1/2 whitespace-nowrap"
          style={{ left: `${((atMs - fromMs) / (toMs - fromMs)) * 100}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}
