/** What does each view of /connections get, and how does it order and group if the address does not say? */
import type { Connection } from "@posthorn/contract/connections";
import type { RefObject } from "react";
import type { DayEvents } from "../../resources/connections/day-events.ts";
import type { ConnectionsView } from "../../resources/preferences/preferences.ts";
import type { ConnectionsSearch, Grouping, Order } from "./connections-url.ts";

/** Marks the row or card of a connection with its id. */
export const CONNECTION = "data-connection";

/** Undefined until loaded. */
type CountsById = Readonly<Record<string, number>>;

/** What every view gets. */
export interface ConnectionsViewProps {
  connections: readonly Connection[];
  grouping: Grouping;
  /** By connection; undefined until loaded. */
  days: ReadonlyMap<string, DayEvents | undefined>;
  /** How many requests each source received in the last 24 hours. A source without any is missing. */
  requestCounts: CountsById | undefined;
  /** How many events each paused connection holds. A connection that holds none is missing. */
  heldCounts: CountsById | undefined;
  /** How many CLI sessions are connected to each destination now. A destination without any is missing. */
  cliSessionCounts: CountsById | undefined;
  selectedId: string | undefined;
  isStale: boolean;
  /** The element that scrolls; the keyboard moves along the connections inside it. */
  boxRef: RefObject<HTMLElement | null>;
  onOpenMenu: (id: string, anchor: HTMLElement) => void;
}

interface ViewDefaults {
  order: Order;
  group_by: Grouping;
}

const DEFAULTS: Record<ConnectionsView, ViewDefaults> = {
  structured: { order: "newest", group_by: "source" },
  table: { order: "full_name", group_by: "none" },
};

/** The address with the view's defaults for what it leaves out. */
export function inView(search: ConnectionsSearch, view: ConnectionsView): ConnectionsSearch & ViewDefaults {
  const { order, group_by } = DEFAULTS[view];
  return { ...search, order: search.order ?? order, group_by: search.group_by ?? group_by };
}

/** What the address leaves out. */
export function defaultsOf(view: ConnectionsView): Partial<ConnectionsSearch> {
  return { status: "all", ...DEFAULTS[view] };
}
