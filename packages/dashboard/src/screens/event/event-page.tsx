/** /events/{id}: the frame of an event's page, with its actions. The tabs below it are routes of their own. */
import type { Event } from "@posthorn/contract/events";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { useRetryEvent } from "../../resources/events/event-actions.ts";
import { eventQuery } from "../../resources/events/event-queries.ts";
import { EventStatusBadge } from "../../resources/events/event-status-badge.tsx";
import { mayHaveFailed } from "../../resources/events/may-have-failed.ts";
import { EventButtons } from "../../resources/events/panel/event-buttons.tsx";
import { EVENT_MISSING, EventMissing, isMissing } from "../../resources/events/panel/event-missing.tsx";
import { OpenIssueNote } from "../../resources/issues/open-issue-note.tsx";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { EntityPage } from "../../ui/entity-page/entity-page.tsx";
import { tabLink, TabLinks } from "../../ui/entity-page/tab-links.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";

export function EventPage({ id }: { id: string }) {
  const event = useQuery(eventQuery(id));
  if (isMissing(event.error)) return <MissingPage />;
  return (
    <EntityPage
      kind="Event"
      listLabel="Events"
      renderListLink={(props) => <Link to="/events" {...props} />}
      query={event}
      title={(shown) => shown.id}
      note={statusBadge}
      renderActions={(shown) => <PageButtons event={shown} />}
      tabs={
        <TabLinks
          label="Event"
          aside={event.data && mayHaveFailed(event.data) ? <OpenIssueNote id={id} /> : null}
        >
          <Link {...tabLink} to="/events/$id" params={{ id }}>
            Overview
          </Link>
          <Link {...tabLink} to="/events/$id/attempts" params={{ id }}>
            Delivery attempts
            <Badge>{event.data?.attempts ?? 0}</Badge>
          </Link>
        </TabLinks>
      }
    >
      <Outlet />
    </EntityPage>
  );
}

function statusBadge(event: Event) {
  return <EventStatusBadge event={event} />;
}

function MissingPage() {
  usePageTitle(EVENT_MISSING);
  return (
    <main className="flex min-h-0 flex-1 items-center overflow-y-auto">
      <EventMissing
        isPage
        action={
          <Link to="/events" className={buttonClass({ variant: "primary" })}>
            Go to events
          </Link>
        }
      />
    </main>
  );
}

function PageButtons({ event }: { event: Event }) {
  const { retry } = useRetryEvent();
  return <EventButtons event={event} onRetry={retry} />;
}
