/** /events/{id}, Overview: the way of the event, what happened, what was sent, and what the destination answered. */
import type { Connection } from "@posthorn/contract/connections";
import type { Event } from "@posthorn/contract/events";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ConnectionLink, NAME_NOT_READ } from "../../resources/connections/connection-link.tsx";
import { connectionQuery } from "../../resources/connections/connection-queries.ts";
import { CompareEventButton } from "../../resources/events/compare-event-button.tsx";
import { inOrder } from "../../resources/events/compared-ids.ts";
import { eventQuery } from "../../resources/events/event-queries.ts";
import { EventStatusBadge } from "../../resources/events/event-status-badge.tsx";
import { ArchivalBanner } from "../../resources/events/panel/archival-banner.tsx";
import { PastArchive } from "../../resources/plans/past-archive.tsx";
import { AttemptAnswer, NOT_YET, Quiet } from "../../resources/events/panel/attempt-answer.tsx";
import { CopyCurlButton } from "../../resources/events/panel/copy-curl-button.tsx";
import { EventOutcome } from "../../resources/events/panel/event-outcome.tsx";
import { RequestTab } from "../../resources/events/panel/request-tab.tsx";
import { EventTrace } from "../../resources/events/trace/event-trace.tsx";
import { eventTraceQuery } from "../../resources/events/trace/trace-queries.ts";
import { useAttempts } from "../../resources/events/use-attempts.ts";
import { EntityOverview, OverviewSection } from "../../ui/entity-page/entity-overview.tsx";
import { later } from "../../ui/later.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Property } from "../../ui/property-list.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { BesideAttempt } from "./beside-attempt.tsx";
import type { EventTabProps } from "./event-url.ts";

/** Most visits compare nothing. */
const CompareEvents = later(() => import("../../resources/events/compare-events.tsx")).component(
  (loaded) => loaded.CompareEvents,
);

export function EventOverview({ id, ...address }: EventTabProps) {
  const { data: event } = useSuspenseQuery(eventQuery(id)); // the frame has loaded it
  const { data: connection } = useQuery(connectionQuery(event.webhook_id));
  const { search, onSearch } = address;
  return (
    <BesideAttempt event={event} connection={connection} {...address}>
      {(open) => (
        <EntityOverview properties={<Properties event={event} connection={connection} />}>
          <OverviewSection title="Trace">
            <EventTrace event={event} onAttempt={(attemptId) => open(attemptId, true)} />
          </OverviewSection>
          <div className="flex flex-col gap-4">
            <EventOutcome event={event} connection={connection} />
            <ArchivalBanner event={event} />
          </div>
          <OverviewSection
            title="Request"
            aside={
              <span className="flex items-center gap-2">
                <CompareEventButton event={event} />
                <CopyCurlButton eventId={event.id} request={event.data} />
              </span>
            }
          >
            <div className="flex flex-col gap-4">
              <RequestTab event={event} connection={connection} isComplete />
            </div>
          </OverviewSection>
          <OverviewSection
            title="Response"
            aside={
              <Link to="/events/$id/attempts" params={{ id }} className={`${linkClass} text-sm`}>
                All delivery attempts
              </Link>
            }
          >
            <LatestAnswer event={event} connection={connection} />
          </OverviewSection>
          {search.compare_with === undefined ? null : (
            <CompareEvents
              {...inOrder(id, search.compare_with)}
              onClose={() => onSearch({ ...search, compare_with: undefined })}
            />
          )}
        </EntityOverview>
      )}
    </BesideAttempt>
  );
}

interface OfEvent {
  event: Event;
  connection: Connection | undefined;
}

function LatestAnswer({ event, connection }: OfEvent) {
  const attempts = useAttempts(event);
  if (attempts.isPending) return <TextSkeleton label="response" lines={4} />;
  if (!attempts.data) return <LoadFailed error={attempts.error} onRetry={attempts.refetch} />;
  const [latest] = attempts.data.models;
  if (!latest)
    return <Quiet>{event.data === null ? <PastArchive what="attempt response" /> : NOT_YET}</Quiet>;
  return (
    <div className="flex flex-col gap-4">
      <AttemptAnswer attempt={latest} event={event} connection={connection} isToldAbove />
    </div>
  );
}

function Properties({ event, connection }: OfEvent) {
  const { data: trace, isError } = useQuery(eventTraceQuery(event));
  const unnamed = isError ? NAME_NOT_READ : "…";
  const moments = [
    ["Event date", event.created_at],
    ["Last attempt", event.last_attempt_at],
    ["Next attempt", event.next_attempt_at],
    ["Delivered", event.successful_at],
  ] as const;
  return (
    <>
      <Property name="ID" isMono copied={event.id}>
        <span className="truncate" data-tooltip={event.id}>
          {event.id}
        </span>
      </Property>
      <Property name="Status">
        <EventStatusBadge event={event} />
      </Property>
      {event.error_code === null ? null : (
        <Property name="Error code" isMono>
          {event.error_code}
        </Property>
      )}
      <Property name="Connection">
        <ConnectionLink id={event.webhook_id} known={connection} />
      </Property>
      <Property name="Source">
        <Link to="/sources/$id" params={{ id: event.source_id }} className={`${linkClass} truncate`}>
          {trace?.source.name ?? unnamed}
        </Link>
      </Property>
      <Property name="Destination">
        <Link
          to="/destinations/$id"
          params={{ id: event.destination_id }}
          className={`${linkClass} truncate`}
        >
          {trace?.destination.name ?? unnamed}
        </Link>
      </Property>
      <Property name="Request" isMono copied={event.request_id}>
        <Link to="/requests/$id" params={{ id: event.request_id }} className={`${linkClass} truncate`}>
          {event.request_id}
        </Link>
      </Property>
      {event.delivery_group === undefined ? null : (
        <Property name="Delivery group">{event.delivery_group}</Property>
      )}
      <Property name="Attempts">
        <Link to="/events/$id/attempts" params={{ id: event.id }} className={`${linkClass} tabular-nums`}>
          {event.attempts}
        </Link>
      </Property>
      {moments.map(([name, at]) => (
        <Property key={name} name={name}>
          {at === null ? "–" : <Timestamp value={at} />}
        </Property>
      ))}
    </>
  );
}
