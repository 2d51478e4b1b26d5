/** Between which numbers may a person filter, and what does a chip say about others? */
import type { RangeLimits } from "../../ui/list/number-range.ts";

export const RESPONSE_STATUSES: RangeLimits = {
  least: 200,
  most: 599,
  minimumText: "Minimum response status must be between 200 and 599",
  maximumText: "Maximum response status must be between 200 and 599",
};

/** Of attempts, and of what a request became. */
export const COUNTS: RangeLimits = {
  least: 0,
  most: 10_000,
  minimumText: "Minimum must be between 0 and 10000",
  maximumText: "Maximum must be between 0 and 10000",
};
