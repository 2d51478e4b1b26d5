/**
 * How does the page show a change of events before the server has answered? In all cached lists and details at once.
 *
 * A change has only the fields that it names; the others stay as the server sent them last.
 */
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { Event, listEvents } from "@posthorn/contract/events";
import { notifyManager, type QueryClient } from "@tanstack/react-query";
import { EVENT_LISTS, eventQuery } from "./event-queries.ts";

export function showEvents(client: QueryClient, changes: ReadonlyMap<string, Partial<Event>>): void {
  const changed = (event: Event): Event => ({ ...event, ...changes.get(event.id) });
  // One rendering for all of them.
  notifyManager.batch(() => {
    client.setQueriesData<ReplyOf<typeof listEvents>>({ queryKey: EVENT_LISTS }, (list) =>
      list?.models.some(({ id }) => changes.has(id))
        ? { ...list, models: list.models.map((event) => (changes.has(event.id) ? changed(event) : event)) }
        : list,
    );
    for (const id of changes.keys())
      client.setQueryData(eventQuery(id).queryKey, (event) => event && changed(event));
  });
}
