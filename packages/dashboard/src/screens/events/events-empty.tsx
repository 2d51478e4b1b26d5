/** What does the list show while events load, and before its first event? */
import type { Routes } from "../../resources/connections/use-routes.ts";
import { later } from "../../ui/later.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { useDelayed } from "../../ui/use-delayed.ts";
import type { EventsLayout } from "./events-url.ts";

const NoEvents = later(() => import("./no-events.tsx")).component((loaded) => loaded.NoEvents);

export const EVENT_COLUMNS = 7;
/** A shorter load needs no text. After WORDS_UNTIL_MS the skeleton shows its own text. */
const WORDS_AFTER_MS = 1000;
const WORDS_UNTIL_MS = 8000;

export function EventsLoading() {
  const isLong = useDelayed(true, WORDS_AFTER_MS);
  const isVeryLong = useDelayed(true, WORDS_UNTIL_MS);
  return (
    <div className="flex flex-col gap-4">
      <TableSkeleton label="events" columns={EVENT_COLUMNS} />
      {isLong && !isVeryLong ? (
        <div className="text-center text-sm">
          <p className="font-semibold">Events loading</p>
          <p className="text-ink-2">It may take a few moments to populate your events.</p>
        </div>
      ) : null}
    </div>
  );
}

export interface EmptyEventsProps {
  layout: EventsLayout;
  routes: Routes;
}

/** Nothing arrived yet. Its words name a connection, so they wait for the names. */
export function EmptyEvents({ layout, routes }: EmptyEventsProps) {
  if (!routes.isKnown && !routes.isFailed) return <EventsLoading />;
  return <NoEvents layout={layout} connections={routes.connections} />;
}
