/** Which parts of a request does a filter look at, in which order, and how are they called? */
import type { FilterPart } from "@posthorn/contract/rules";

/** In the order of the tabs. */
export const FILTER_TABS = ["body", "headers", "query", "path"] as const satisfies readonly FilterPart[];

export const PART_NAMES: Record<FilterPart, string> = {
  body: "Body",
  headers: "Headers",
  query: "Query",
  path: "Path",
};
