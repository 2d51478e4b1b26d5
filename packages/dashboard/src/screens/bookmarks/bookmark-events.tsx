/** Which events have the data of the selected bookmark? The newest ten: the original one and those of replays. */
import type { Event } from "@posthorn/contract/events";
import { stringifySearch } from "@posthorn/contract/search-codec";
import { ownUrl } from "../../resources/base-path.ts";
import { connectionOf, type Routes } from "../../resources/connections/use-routes.ts";
import { EventStatusBadge } from "../../resources/events/event-status-badge.tsx";
import { ROW_LINK } from "../../ui/list/row-focus.ts";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { Tr } from "../../ui/table.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import type { BookmarkEventsResult } from "./bookmarks-list.tsx";
import { withEvent, type BookmarksSearch } from "./bookmarks-url.ts";
import { RouteName } from "./route-name.tsx";
import { rowAttributes } from "./row-id.ts";

export interface BookmarkEventsProps {
  events: BookmarkEventsResult;
  search: BookmarksSearch;
  routes: Routes;
}

const HEAD = "h-8 border-b border-line px-3 text-left text-xs font-medium text-ink-2";
const CELL = "h-8.5 px-3 whitespace-nowrap border-b border-line";

export function BookmarkEvents({ events, search, routes }: BookmarkEventsProps) {
  const rows = events.data?.models;
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      {rows === undefined ? (
        <div className="p-3">
          {events.isError ? (
            <LoadFailedLine what="The events" error={events.error} onRetry={events.refetch} />
          ) : (
            <TextSkeleton label="events" lines={3} />
          )}
        </div>
      ) : rows.length === 0 ? (
        <p className="p-3 text-ink-2">There is nothing to show</p>
      ) : (
        <table
          aria-label="Events of this bookmark"
          className="w-full table-fixed border-separate border-spacing-0"
        >
          <thead>
            <tr>
              <th scope="col" className={`${HEAD} w-2/5`}>
                Status
              </th>
              <th scope="col" className={`${HEAD} max-sm:hidden`}>
                Connection
              </th>
              <th scope="col" className={`${HEAD} w-40`}>
                Event Date
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((event) => (
              <EventRow key={event.id} event={event} search={search} routes={routes} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

interface EventRowProps extends Omit<BookmarkEventsProps, "events"> {
  event: Event;
}

function EventRow({ event, search, routes }: EventRowProps) {
  const { id, created_at, webhook_id } = event;
  return (
    <Tr
      {...rowAttributes({ kind: "event", id })}
      isSelected={id === search.selected_event_id}
      className="cursor-pointer has-[a:focus-visible]:bg-hover"
    >
      <td className={`${CELL} overflow-hidden`}>
        <EventStatusBadge event={event} />
      </td>
      <td className={`${CELL} max-sm:hidden`}>
        <RouteName connection={connectionOf(routes, webhook_id)} />
      </td>
      <td className={CELL}>
        <a
          {...{ [ROW_LINK]: "" }}
          href={ownUrl("/bookmarks") + stringifySearch(withEvent(search, id))}
          className="rounded-sm focus-visible:outline-offset-3"
          draggable={false}
        >
          <Timestamp value={created_at} />
        </a>
      </td>
    </Tr>
  );
}
