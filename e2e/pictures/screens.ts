/**
 * Of which screens are pictures taken? One line per screen: a name, an address, and what the address needs.
 *
 * An address without ids is pictured in a project with data, in an empty one, and while every call fails; one with ids
 * is not there in an empty project.
 */
import type { Seeded } from "./seed.ts";

export type State = "loaded" | "empty" | "failing";

export interface Screen {
  name: string;
  address: string | ((seeded: Seeded) => string);
  /** States that say nothing about this screen. */
  without?: readonly State[];
  /** Opened before the sign-in. */
  isSignedOut?: true;
}

const MERELY_LOADED: readonly State[] = ["empty", "failing"];

export const SCREENS: readonly Screen[] = [
  { name: "events", address: "/events" },
  { name: "event-request", address: ({ event }) => `/events?selected_event_id=${event}` },
  { name: "event-response", address: ({ failed }) => `/events?selected_event_id=${failed}&tab=response` },
  { name: "event-metadata", address: ({ event }) => `/events?selected_event_id=${event}&tab=metadata` },
  { name: "events-no-match", address: "/events?status[0]=CANCELLED", without: MERELY_LOADED },
  { name: "connections", address: "/connections" },
  { name: "connections-created", address: ({ connection }) => `/connections?created=${connection}` },
  {
    name: "connections-no-match",
    address: "/connections?search=nothing-like-it",
    without: MERELY_LOADED,
  },
  { name: "connection-new", address: "/connections/new" },
  { name: "connection", address: ({ connection }) => `/connections/${connection}` },
  { name: "connection-settings", address: ({ connection }) => `/connections/${connection}/settings` },
  { name: "connection-unknown", address: "/connections/web_0000000000000000000000", without: MERELY_LOADED },
  { name: "sources", address: "/sources" },
  { name: "source", address: ({ source }) => `/sources/${source}` },
  { name: "source-settings", address: ({ source }) => `/sources/${source}/settings` },
  { name: "source-new", address: "/sources/new", without: MERELY_LOADED },
  { name: "connect", address: "/connect?provider=acme", without: MERELY_LOADED },
  { name: "destinations", address: "/destinations" },
  { name: "destination", address: ({ destination }) => `/destinations/${destination}` },
  { name: "destination-settings", address: ({ destination }) => `/destinations/${destination}/settings` },
  { name: "destination-new", address: "/destinations/new", without: MERELY_LOADED },
  { name: "transformations", address: "/transformations" },
  { name: "transformation", address: ({ transformation }) => `/transformations/${transformation}` },
  { name: "transformation-edit", address: ({ transformation }) => `/transformations/${transformation}/edit` },
  { name: "executions", address: ({ transformation }) => `/transformations/${transformation}/executions` },
  { name: "transformation-new", address: "/transformations/new", without: MERELY_LOADED },
  { name: "guides", address: "/guides", without: MERELY_LOADED },
  { name: "guide", address: "/guides/connections", without: MERELY_LOADED },
  { name: "not-found", address: "/no/such/page", without: MERELY_LOADED },
  { name: "sign-in", address: "/sign-in", without: MERELY_LOADED, isSignedOut: true },
  { name: "forgot-password", address: "/forgot-password", without: MERELY_LOADED, isSignedOut: true },
  {
    name: "reset-password",
    address: "/reset-password?token=a",
    without: MERELY_LOADED,
    isSignedOut: true,
  },
];

export function statesOf({ address, without = [] }: Screen): State[] {
  const possible: State[] =
    typeof address === "string" ? ["loaded", "empty", "failing"] : ["loaded", "failing"];
  return possible.filter((state) => !without.includes(state));
}
