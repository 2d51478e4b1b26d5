/**
 * What does the address of a list of sources, destinations or transformations carry, and what does it ask the API for?
 *
 * All three have a name that is unique in the project, and the API lists them with the same filters and orders. Only
 * sources and destinations can be disabled.
 */
import { internalId, type IdKind } from "@posthorn/contract/ids";
import { hasAny, pageCursor, pageQueryOf, searchText } from "../../ui/list/list-url.ts";
import { fields, oneOf, type Read } from "../../ui/read.ts";

/** How many rows one page shows. */
const PAGE_ROWS = 50;

export const STATUS_FILTERS = ["all", "enabled", "disabled"] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

export const ORDERS = ["name", "name_desc", "updated", "newest", "oldest"] as const;
export type Order = (typeof ORDERS)[number];

/** Of every such list. */
export const LIST_FIELDS = { search: searchText(), order: oneOf(ORDERS), ...pageCursor() };

export const NamedListSearch = fields({ ...LIST_FIELDS, status: oneOf(STATUS_FILTERS) });
export type NamedListSearch = Read<typeof NamedListSearch>;

/** Left out of the address. */
export const NAMED_LIST_DEFAULTS: Partial<NamedListSearch> = { status: "all", order: ORDERS[0] };

export function isNarrowed(search: NamedListSearch): boolean {
  return hasAny(search, ["search", "status"]);
}

const BY_STATUS = {
  all: { disabled: true },
  enabled: { disabled_at: "" },
  disabled: { disabled: true, disabled_at: { any: true } },
} as const;

const BY_ORDER = {
  name: { order_by: "name", dir: "asc" },
  name_desc: { order_by: "name", dir: "desc" },
  updated: { order_by: "updated_at", dir: "desc" },
  newest: { order_by: "created_at", dir: "desc" },
  oldest: { order_by: "created_at", dir: "asc" },
} as const;

export type NamedKind = Extract<IdKind, "source" | "destination" | "transformation">;

/** A complete id filters by that id. Any other text is searched in names. */
function searchedFor(kind: NamedKind, text: string): { id?: string; name?: { contains: string } } {
  const words = text.trim();
  if (words === "") return {};
  return internalId(kind, words) === null ? { name: { contains: words } } : { id: words };
}

/** The API's query for this address. */
export function namedListQueryOf(kind: NamedKind, search: NamedListSearch) {
  return {
    ...(kind !== "transformation" && BY_STATUS[search.status ?? "all"]),
    ...BY_ORDER[search.order ?? ORDERS[0]],
    limit: PAGE_ROWS,
    ...searchedFor(kind, search.search ?? ""),
    ...pageQueryOf(search),
  };
}
export type NamedListQuery = ReturnType<typeof namedListQueryOf>;
