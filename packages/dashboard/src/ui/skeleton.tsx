/**
 * What does a page show before the first data? Nothing for 150 ms, then grey lines with the final heights, and in
 * tables a sentence after 8 s. Only for a first load: a background refetch keeps the old data on screen.
 */
import { cx } from "class-variance-authority";
import { useDelayed } from "./use-delayed.ts";

const SHOWN_AFTER_MS = 150;
const SLOW_AFTER_MS = 8000;

/** As the specification has it, word for word. */
export const SLOW_LOADING =
  "Loading your data is taking a bit longer than usual. It should be ready in a few moments.";

/** When to show the grey lines, and when the sentence. */
export function useSkeletonDelays(): { isShown: boolean; isSlow: boolean } {
  return { isShown: useDelayed(true, SHOWN_AFTER_MS), isSlow: useDelayed(true, SLOW_AFTER_MS) };
}

/** One grey line. Give it the width and height of the content that will replace it. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      data-skeleton
      className={cx(
        "block h-3.5 animate-[pulse-soft_1.4s_ease-in-out_infinite] rounded-sm bg-sel",
        className,
      )}
    />
  );
}

/** Different widths, so that the lines look like text. They repeat every five rows. */
const WIDTHS = ["w-3/5", "w-2/5", "w-4/5", "w-1/2", "w-2/3"];

export interface TableSkeletonProps {
  /** What is loading, for assistive technology: "Events". */
  label: string;
  columns: number;
  rows?: number;
}

/** The placeholder of a `Table`, with the same box, head and row height. */
export function TableSkeleton({ label, columns, rows = 10 }: TableSkeletonProps) {
  const { isShown, isSlow } = useSkeletonDelays();
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> is for results of a form
      role="status"
      aria-label={`Loading ${label}`}
      className="min-h-0"
    >
      {isShown ? (
        <div className="overflow-hidden rounded-lg border border-line bg-surface">
          {Array.from({ length: rows + 1 }, (_row, row) => (
            <div
              // oxlint-disable-next-line react/no-array-index-key -- the rows are all alike and never move
              key={row}
              className="grid h-(--row-h) items-center gap-6 border-b border-line px-(--cell-x) last:border-b-0"
              style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
            >
              {Array.from({ length: columns }, (_column, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- as above
                <Skeleton key={column} className={WIDTHS[(row + column * 2) % WIDTHS.length] ?? "w-1/2"} />
              ))}
            </div>
          ))}
        </div>
      ) : null}
      {isSlow ? <p className="mt-3 text-center text-sm text-ink-2">{SLOW_LOADING}</p> : null}
    </div>
  );
}

/** The placeholder of a panel or a form: a few lines of text. */
export function TextSkeleton({ label, lines = 4 }: { label: string; lines?: number }) {
  const isShown = useDelayed(true, SHOWN_AFTER_MS);
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> is for results of a form
      role="status"
      aria-label={`Loading ${label}`}
      className="flex flex-col gap-3"
    >
      {isShown
        ? WIDTHS.concat(WIDTHS)
            .slice(0, lines)
            // oxlint-disable-next-line react/no-array-index-key -- the lines never move
            .map((width, line) => <Skeleton key={line} className={width} />)
        : null}
    </div>
  );
}
