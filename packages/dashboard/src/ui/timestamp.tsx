/**
 * A time in a cell: `Nov 14 14:32:18`. Its tooltip has the full form with zone, and the relative one. `TooltipLayer`
 * reads `data-timestamp` when the tooltip opens, so that "3 min ago" is true.
 */
import { cx } from "class-variance-authority";
import { momentText, shortTime } from "./time.ts";
import { useNow } from "./use-now.ts";

export interface TimestampProps {
  /** ISO 8601, as in the API. */
  value: string;
  className?: string;
}

export function Timestamp({ value, className }: TimestampProps) {
  return (
    <time dateTime={value} data-timestamp={value} className={cx("mono whitespace-nowrap", className)}>
      {shortTime(new Date(value))}
    </time>
  );
}

/** A time in a sentence: `14:32` today, otherwise `Nov 14 14:32`. The same tooltip. */
export function Moment({ value }: Pick<TimestampProps, "value">) {
  const now = useNow();
  return (
    <time dateTime={value} data-timestamp={value} className="whitespace-nowrap tabular-nums">
      {momentText(new Date(value), now)}
    </time>
  );
}
