/** How does an address carry a date filter? `date[relative]=today`, or `date[min]` and `date[max]` as ISO times. */
import { object, oneOf, text } from "../../ui/read.ts";
import { RELATIVE_RANGES } from "./date-ranges.ts";

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

const isoTime = text((time) => ISO_TIME.test(time) && !Number.isNaN(Date.parse(time)));

export function dateSearch() {
  return object({ relative: oneOf(RELATIVE_RANGES), min: isoTime, max: isoTime });
}
