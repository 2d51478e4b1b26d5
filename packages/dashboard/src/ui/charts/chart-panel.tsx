/**
 * The box around one chart of a page: its name, the value at the cursor, its buttons, and below them the chart or why
 * there is none.
 *
 * The box has a fixed height, so that nothing on the page moves when data arrives.
 */
import { cx } from "class-variance-authority";
import { useId, type ReactNode } from "react";
import { Button } from "../button.tsx";
import { Skeleton, SLOW_LOADING, useSkeletonDelays } from "../skeleton.tsx";

/** The height of a chart that is not expanded. */
const CHART_HEIGHT_PX = 316;

/** As the specification has it, word for word. */
const CHART_FAILED =
  "We weren’t able to find any data due to an error, please try again later or contact us.";

export interface ChartPanelProps {
  title: string;
  /** In pixels, or any CSS length. */
  height?: number | string | undefined;
  /** The value at the cursor, or the newest one. */
  readout?: ReactNode;
  /** Small buttons and links at the end of the title's line. */
  tools?: ReactNode;
  /** One sentence below the chart, if its numbers are not complete. */
  note?: string | undefined;
  /** Shows older data until new data arrives. */
  isStale?: boolean | undefined;
  children: ReactNode;
}

export function ChartPanel(props: ChartPanelProps) {
  const { title, height = CHART_HEIGHT_PX, readout, tools, note, isStale = false, children } = props;
  const titleId = useId();
  return (
    <figure
      aria-labelledby={titleId}
      aria-busy={isStale || undefined}
      style={{ height }}
      className="group/panel relative flex min-w-0 flex-col rounded-lg border border-line bg-surface px-3 pt-2 pb-2"
    >
      <figcaption className="flex h-8 shrink-0 items-center gap-3">
        <h2 id={titleId} className="min-w-0 flex-1 truncate text-sm font-medium">
          {title}
        </h2>
        {readout === undefined ? null : (
          <span className="truncate text-sm font-medium tabular-nums">{readout}</span>
        )}
        {tools === undefined ? null : <span className="-mr-1 flex shrink-0 items-center">{tools}</span>}
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

/** The body of a panel before its first data. */
export function ChartLoading({ title }: { title: string }) {
  const { isShown, isSlow } = useSkeletonDelays();
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> is for results of a form
      role="status"
      aria-label={`Loading ${title}`}
      className="flex flex-1 flex-col items-center justify-center gap-2"
    >
      {isShown && !isSlow ? <Skeleton className="h-auto w-full flex-1" /> : null}
      {isSlow ? <p className="max-w-72 text-center text-sm text-balance text-ink-2">{SLOW_LOADING}</p> : null}
    </div>
  );
}

export function ChartFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-1 flex-col items-center justify-center gap-3 text-center">
      <p className="max-w-72 text-sm text-balance text-ink-2">{CHART_FAILED}</p>
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

export function NoData() {
  return <p className="flex flex-1 items-center justify-center text-sm text-ink-3">No data</p>;
}
