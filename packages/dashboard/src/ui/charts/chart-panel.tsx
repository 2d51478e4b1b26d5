/**
 * The box around one chart of a page: its name with its definition, its legend and buttons, the value of the whole range or
 * at the cursor, and below them the chart or why there is none.
 *
 * The box has a fixed height, so that nothing on the page moves when data arrives.
 */
import { cx } from "class-variance-authority";
import { useId, type ReactNode } from "react";
import { InfoButton } from "../info-button.tsx";

/** The height of a chart that is not expanded. */
const CHART_HEIGHT_PX = 316;

/** One value in large digits, and in small ones of what it is. */
export interface Readout {
  /** Undefined until it is known. */
  value: string | undefined;
  of: string;
}

export interface ChartPanelProps {
  title: string;
  /** What the chart counts. */
  definition?: string | undefined;
  /** In pixels, or any CSS length. */
  height?: number | string | undefined;
  readout?: Readout | undefined;
  /** After the title: which line is which. */
  legend?: ReactNode;
  /** Small buttons and links at the end of the title's line. */
  tools?: ReactNode;
  /** One sentence below the chart, if its numbers are not complete. */
  note?: string | undefined;
  /** Shows older data until new data arrives. */
  isStale?: boolean | undefined;
  children: ReactNode;
}

export function ChartPanel(props: ChartPanelProps) {
  const { title, definition, height = CHART_HEIGHT_PX, readout, legend, tools, note } = props;
  const { isStale = false, children } = props;
  const titleId = useId();
  return (
    <figure
      aria-labelledby={titleId}
      aria-busy={isStale || undefined}
      style={{ height }}
      className="group/panel relative flex min-w-0 flex-col rounded-lg border border-line bg-surface px-3 pt-2 pb-2"
    >
      <figcaption className="flex shrink-0 flex-col">
        <span className="flex h-7 items-center gap-1">
          <h2 id={titleId} className="min-w-0 truncate text-sm font-medium">
            {title}
          </h2>
          {definition === undefined ? null : <InfoButton label={`What ${title} counts`} text={definition} />}
          {legend}
          {tools === undefined ? null : (
            <span className="-mr-1 ml-auto flex shrink-0 items-center">{tools}</span>
          )}
        </span>
        {readout === undefined ? null : (
          <span className="flex h-7 items-baseline gap-2 tabular-nums">
            <span className="text-lg font-semibold whitespace-nowrap">{readout.value}</span>
            <span className="min-w-0 truncate text-xs text-ink-3">{readout.of}</span>
          </span>
        )}
      </figcaption>
      <div
        className={cx("relative flex min-h-0 flex-1 flex-col transition-opacity", isStale && "opacity-60")}
      >
        {children}
      </div>
      {note === undefined ? null : <p className="shrink-0 pt-1 text-xs text-ink-3">{note}</p>}
    </figure>
  );
}
