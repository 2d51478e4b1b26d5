/**
 * What does the address of /connections carry? Search, filters, order, groups, the page, and a connection to point out or
 * just created.
 *
 * `ui/list/list-url.ts` reads the single values and says how they change.
 */
import { internalId } from "@posthorn/contract/ids";
import { NAME_MAX_CHARACTERS } from "@posthorn/contract/limits";
import type { ConnectionsSearchQuery } from "../../resources/connections/connection-queries.ts";
import { hasAny, idOf, oneId, pageCursor, pageQueryOf, searchText } from "../../ui/list/list-url.ts";
import { fields, oneOf, type Read } from "../../ui/read.ts";

export const GROUPINGS = ["source", "destination", "none"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** How many connections one page shows. */
export const PAGE_CONNECTIONS = 200;

export const STATUS_FILTERS = ["all", "enabled", "paused", "disabled"] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

export const ORDERS = ["full_name", "full_name_desc", "updated", "newest", "oldest"] as const;
export type Order = (typeof ORDERS)[number];

export const ConnectionsSearch = fields({
  search: searchText(),
  status: oneOf(STATUS_FILTERS),
  order: oneOf(ORDERS),
  group_by: oneOf(GROUPINGS),
  source_id: oneId("src_"),
  destination_id: oneId("des_", "dst_"),
  selected_connection_id: idOf("web_"),
  created: idOf("web_"),
  /** With `created`: the dialog that helps if nothing arrives is open. */
  troubleshoot: oneOf(["true"]),
  ...pageCursor(),
});
export type ConnectionsSearch = Read<typeof ConnectionsSearch>;

export function hasFilter(search: ConnectionsSearch): boolean {
  return hasAny(search, ["search", "status", "source_id", "destination_id"]);
}

/** A connection that is paused and disabled is shown as paused, but both filters find it. */
const BY_STATUS: Record<StatusFilter, ConnectionsSearchQuery> = {
  all: { disabled: true },
  enabled: { disabled_at: "", paused_at: "" },
  paused: { disabled: true, paused_at: { any: true } },
  disabled: { disabled: true, disabled_at: { any: true } },
};

const BY_ORDER: Record<Order, ConnectionsSearchQuery> = {
  full_name: { order_by: "full_name", dir: "asc" },
  full_name_desc: { order_by: "full_name", dir: "desc" },
  updated: { order_by: "updated_at", dir: "desc" },
  newest: { order_by: "created_at", dir: "desc" },
  oldest: { order_by: "created_at", dir: "asc" },
};

/**
 * A complete id of a connection, source or destination filters by that id. The words of any other text are searched in
 * the names of all three.
 */
function searchedFor(text: string): ConnectionsSearchQuery {
  const words = text.trim();
  if (internalId("connection", words) !== null) return { id: words };
  if (internalId("source", words) !== null) return { source_id: words };
  if (internalId("destination", words) !== null) return { destination_id: words };
  return words === "" ? {} : { search: words.slice(0, NAME_MAX_CHARACTERS) };
}

/** The API's query for this address, in the order that its view shows. */
export function listQueryOf(search: ConnectionsSearch & { order: Order }): ConnectionsSearchQuery {
  const { source_id, destination_id } = search;
  return {
    ...BY_STATUS[search.status ?? "all"],
    ...BY_ORDER[search.order],
    limit: PAGE_CONNECTIONS,
    ...(source_id !== undefined && { source_id }),
    ...(destination_id !== undefined && { destination_id }),
    ...searchedFor(search.search ?? ""),
    ...pageQueryOf(search),
  };
}
