/**
 * What does the address of /connections carry? Search, filters, order, the page, and the connection just created.
 *
 * Invalid values are dropped without an error. `source_id=src_1` and `source_id[0]=src_1` mean the same.
 */
import { internalId } from "@posthorn/contract/ids";
import { NAME_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { catch as orElse } from "zod/mini";
import * as z from "zod/mini";
import type { ConnectionsListQuery } from "../../resources/connections/connection-queries.ts";

/** How many connections one page shows. */
export const PAGE_CONNECTIONS = 200;

export const STATUS_FILTERS = ["all", "enabled", "paused", "disabled"] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

export const ORDERS = ["full_name", "full_name_desc", "updated", "newest", "oldest"] as const;
export type Order = (typeof ORDERS)[number];

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => orElse(z.optional(schema), undefined);

/** Accepts an id, or the first id of a list. */
function oneId(...prefixes: [string, ...string[]]) {
  const Id = z.string().check(z.regex(new RegExp(`^(?:${prefixes.join("|")})[0-9A-Za-z]+$`)));
  return optional(
    z.union([
      Id,
      z.pipe(
        z.array(Id).check(z.minLength(1)),
        z.transform((ids: string[]) => ids[0]),
      ),
    ]),
  );
}

export const ConnectionsSearch = z.object({
  search: optional(z.string().check(z.minLength(1))),
  status: optional(z.enum(STATUS_FILTERS)),
  order: optional(z.enum(ORDERS)),
  source_id: oneId("src_"),
  destination_id: oneId("des_", "dst_"),
  next: optional(z.string()),
  prev: optional(z.string()),
  created: optional(z.string().check(z.regex(/^web_[0-9A-Za-z]+$/))),
});
export type ConnectionsSearch = z.output<typeof ConnectionsSearch>;

type Change = Partial<Omit<ConnectionsSearch, "next" | "prev" | "created">>;

/** Goes back to the first page, because cursors belong to the old list. Leaves out defaults, for a short address. */
export function withChange(search: ConnectionsSearch, change: Change): ConnectionsSearch {
  const changed = { ...search, ...change, next: undefined, prev: undefined };
  if (changed.status === "all") changed.status = undefined;
  if (changed.order === ORDERS[0]) changed.order = undefined;
  if (changed.search === "") changed.search = undefined;
  return changed;
}

export function hasFilter({ search, status, source_id, destination_id }: ConnectionsSearch): boolean {
  return [search, status, source_id, destination_id].some((value) => value !== undefined);
}

/** A connection that is paused and disabled is shown as paused, but both filters find it. */
const BY_STATUS: Record<StatusFilter, ConnectionsListQuery> = {
  all: { disabled: true },
  enabled: { disabled_at: "", paused_at: "" },
  paused: { disabled: true, paused_at: { any: true } },
  disabled: { disabled: true, disabled_at: { any: true } },
};

const BY_ORDER: Record<Order, ConnectionsListQuery> = {
  full_name: { order_by: "full_name", dir: "asc" },
  full_name_desc: { order_by: "full_name", dir: "desc" },
  updated: { order_by: "updated_at", dir: "desc" },
  newest: { order_by: "created_at", dir: "desc" },
  oldest: { order_by: "created_at", dir: "asc" },
};

/** A complete id of a connection, source or destination filters by that id. Any other text is searched in names. */
function searchedFor(text: string): ConnectionsListQuery {
  const words = text.trim();
  if (internalId("connection", words) !== null) return { id: words };
  if (internalId("source", words) !== null) return { source_id: words };
  if (internalId("destination", words) !== null) return { destination_id: words };
  // The API accepts only characters that a full name can contain.
  const name = words
    .toLowerCase()
    .replaceAll(/[^a-z0-9\-_>\s]/g, "")
    .slice(0, NAME_MAX_CHARACTERS);
  return name === "" ? {} : { full_name: name };
}

/** The API's query for this address. */
export function listQueryOf(search: ConnectionsSearch): ConnectionsListQuery {
  const { source_id, destination_id, next, prev } = search;
  return {
    ...BY_STATUS[search.status ?? "all"],
    ...BY_ORDER[search.order ?? ORDERS[0]],
    limit: PAGE_CONNECTIONS,
    ...(source_id !== undefined && { source_id }),
    ...(destination_id !== undefined && { destination_id }),
    ...searchedFor(search.search ?? ""),
    ...(next !== undefined && { next }),
    ...(prev !== undefined && { prev }),
  };
}
