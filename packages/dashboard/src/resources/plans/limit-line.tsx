/** How much is used of what a plan allows: the number, and a bar if there is a limit. */
import { cx } from "class-variance-authority";
import { countText } from "../../ui/count.ts";

export interface LimitLineProps {
  name: string;
  used: number;
  /** Null: there is none. */
  limit: number | null;
  /** Something is refused because of it. */
  isOver?: boolean;
  /** What to know about it. */
  note?: string | undefined;
}

export function LimitLine({ name, used, limit, isOver = false, note }: LimitLineProps) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2.5">
      <dt className="font-medium">{name}</dt>
      <dd className="tabular-nums">
        <span className={cx(limit !== null && "font-semibold")}>{countText(used)}</span>
        {limit === null ? null : <span className="text-ink-2"> of {countText(limit)}</span>}
      </dd>
      {limit === null ? null : (
        <dd aria-hidden className="mt-1.5 h-1.5 w-full overflow-hidden rounded-full bg-sel">
          <span
            className={cx("block h-full rounded-full", isOver ? "bg-bad" : "bg-ink-2")}
            style={{ width: `${Math.min(100, (used / limit) * 100)}%` }}
          />
        </dd>
      )}
      {note === undefined ? null : <dd className="mt-1.5 w-full text-xs text-ink-2">{note}</dd>}
    </div>
  );
}
