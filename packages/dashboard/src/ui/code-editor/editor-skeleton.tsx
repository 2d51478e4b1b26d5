/** The placeholder of an editor or a comparison, with the same box. */
import { cx } from "class-variance-authority";
import { Skeleton } from "../skeleton.tsx";
import { useDelayed } from "../use-delayed.ts";

const SHOWN_AFTER_MS = 150;
const WIDTHS = ["w-4", "w-40", "w-56", "w-32", "w-48", "w-4"];

export function EditorSkeleton({ label, className }: { label: string; className?: string | undefined }) {
  const isShown = useDelayed(true, SHOWN_AFTER_MS);
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> is for results of a form
      role="status"
      aria-label={`Loading ${label}`}
      className={cx("h-full overflow-hidden rounded-md border border-line bg-surface px-4 py-3", className)}
    >
      {isShown
        ? // oxlint-disable-next-line react/no-array-index-key -- the lines never move
          WIDTHS.map((width, line) => <Skeleton key={line} className={cx("mb-1.5", width)} />)
        : null}
    </div>
  );
}
