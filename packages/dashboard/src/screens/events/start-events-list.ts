/** Which queries does the list of events need? Its routes start them before the screen's code has loaded. */
import type { QueryClient } from "@tanstack/react-query";
import { namedConnectionsQuery } from "../../resources/connections/connection-queries.ts";
import { eventsQuery } from "../../resources/events/event-queries.ts";
import { isLivePlace } from "../../ui/list/list-url.ts";
import { listedBy, type EventsLayout, type EventsSearch } from "./events-url.ts";

export function eventsListDeps(layout: EventsLayout, search: EventsSearch) {
  return {
    filters: listedBy(layout, search),
    page: { next: search.next, prev: search.prev, dir: search.dir },
    isLive: isLivePlace(search),
  };
}

export function startEventsList(
  client: QueryClient,
  { filters, page, isLive }: ReturnType<typeof eventsListDeps>,
): void {
  void client.prefetchQuery(eventsQuery(filters, page, isLive));
  void client.prefetchQuery(namedConnectionsQuery);
}
