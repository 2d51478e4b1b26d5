/** Filters by whole numbers: the status of a response, attempts, and how many events a request became. */
import type { NumberRange, RangeLimits } from "../../ui/list/number-range.ts";
import { RangeChip, rangeText, type NamedRange } from "../../ui/list/range-chip.tsx";
import type { FilterChip } from "./filter-chip.ts";
import { COUNTS, RESPONSE_STATUSES } from "./number-limits.ts";

const STATUS_CLASSES: readonly NamedRange[] = [2, 3, 4, 5].map((hundreds) => ({
  label: `${hundreds}xx`,
  range: { gte: hundreds * 100, lte: hundreds * 100 + 99 },
}));

function rangeChip(
  label: string,
  limits: RangeLimits,
  named?: readonly NamedRange[],
): FilterChip<NumberRange> {
  return {
    label,
    Chip: function RangeFilterChip(props) {
      return <RangeChip {...props} limits={limits} named={named} />;
    },
    Words: ({ value }) => rangeText(value, named),
  };
}

export const responseStatusChip = rangeChip("Response status", RESPONSE_STATUSES, STATUS_CLASSES);

export function countChip(label: string): FilterChip<NumberRange> {
  return rangeChip(label, COUNTS);
}
