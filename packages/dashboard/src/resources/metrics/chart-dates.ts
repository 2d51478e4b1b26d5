/** Which dates has a chart without a choice, and do its dates move on? A file of its own, because lists load it too. */
import type { DateChoice, RelativeRange } from "../list-filters/date-ranges.ts";

/** Without a choice, charts show the last day. */
export const DEFAULT_RANGE: RelativeRange = "last_24_hours";

/** Whether the range moves on with the time, so that it pays to ask again. */
export function isMoving(choice: DateChoice | undefined): boolean {
  return choice?.max === undefined || choice.relative !== undefined;
}
