/** How does an address carry a date filter? `date[relative]=today`, or `date[min]` and `date[max]` as ISO times. */
import * as z from "zod/mini";
import { oneOf, optional } from "../../ui/list/list-url.ts";
import { RELATIVE_RANGES } from "./date-ranges.ts";

const DateTime = z.iso.datetime({ offset: true });

export function dateSearch() {
  return optional(
    z.object({
      relative: optional(oneOf(RELATIVE_RANGES)),
      min: optional(DateTime),
      max: optional(DateTime),
    }),
  );
}
