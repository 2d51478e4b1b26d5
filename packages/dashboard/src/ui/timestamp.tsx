/**
 * A moment in a cell: `Nov 14 14:32:18`. The tooltip (drawn by `TooltipLayer`, which reads `data-timestamp` when it
 * opens, so that "3 min ago" is true) has the full form with zone and the relative one.
 */
import { cx } from "class-variance-authority";
import { shortTime } from "./time.ts";

export interface TimestampProps {
  /** ISO 8601, as the API writes it. */
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
