/**
 * The line above the bars: what they show, or the values at the cursor, and the sum of each series.
 *
 * Bars without a name say nothing to a person who does not see their colours, so each sum has icon and word. In a narrow
 * box the sums have lines of their own.
 */
import { cx } from "class-variance-authority";
import { Table2 } from "lucide-react";
import { countText } from "../count.ts";
import { IconButton } from "../icon-button.tsx";
import { TONE_ICONS } from "../status-badge.tsx";
import { sumOf, type ChartSeries, type ChartTone } from "./chart-series.ts";

const TEXT: Record<ChartTone, string> = {
  ok: "text-ok",
  bad: "text-bad",
  wait: "text-wait",
  hold: "text-hold",
  late: "text-late",
  off: "text-off",
  ink: "text-ink-2",
};

const LINE = "block h-5 min-w-0 flex-1 truncate";

export interface HistogramHeadProps {
  label: string;
  /** The values at the cursor or in the range. Null: nobody is in the chart. */
  words: string | null;
  /** The words are about a range that is not chosen yet. */
  isRange: boolean;
  series: readonly ChartSeries[];
  /** The numbers are shown as a table, too. */
  isTabled: boolean;
  onTable: () => void;
}

export function HistogramHead(props: HistogramHeadProps) {
  const { label, words, isRange, series, isTabled, onTable } = props;
  return (
    <div className="@container mb-2 flex gap-x-2 leading-5">
      <div className="flex min-w-0 flex-1 gap-x-4 @max-md:flex-col">
        {words === null ? (
          <span className={cx(LINE, "font-medium text-ink")}>{label}</span>
        ) : (
          <span aria-hidden className={cx(LINE, "tabular-nums")}>
            <span className="font-medium text-ink">{words}</span>
            {isRange ? " · release or Enter to filter, Esc to leave it" : null}
          </span>
        )}
        {/* New sums are new elements, so that a longer number does not count as text that moved. */}
        <ul
          key={series.map((one) => sumOf(one)).join()}
          aria-label={`${label}: sums`}
          className="flex min-w-0 flex-wrap gap-x-4 @md:max-w-3/4 @md:justify-end"
        >
          {series.map((one) => (
            <Sum key={one.name} series={one} />
          ))}
        </ul>
      </div>
      <IconButton
        size="sm"
        label={isTabled ? "Hide table" : "Show as table"}
        aria-expanded={isTabled}
        icon={<Table2 />}
        className="-my-1"
        onClick={onTable}
      />
    </div>
  );
}

function Sum({ series }: { series: ChartSeries }) {
  const { name, tone } = series;
  const Icon = tone === "ink" ? null : TONE_ICONS[tone];
  return (
    <li className={cx("inline-flex h-5 items-center gap-1 whitespace-nowrap tabular-nums", TEXT[tone])}>
      {Icon ? <Icon aria-hidden className="size-3 shrink-0" strokeWidth={2.5} /> : null}
      {name} {countText(sumOf(series))}
    </li>
  );
}
