/**
 * Shown above every tab: the way of the event, what happened, what happens next, and where it came from and goes.
 *
 * All rows are there from the first paint, so that nothing below them moves when the data arrives.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { Event } from "@posthorn/contract/events";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { linkClass } from "../../../ui/link-class.ts";
import { Property, PropertyList } from "../../../ui/property-list.tsx";
import { Timestamp } from "../../../ui/timestamp.tsx";
import { ConnectionLink } from "../../connections/connection-link.tsx";
import { OpenIssueNote } from "../../issues/open-issue-note.tsx";
import { mayHaveFailed } from "../may-have-failed.ts";
import { EventTrace } from "../trace/event-trace.tsx";
import { useAttempts } from "../use-attempts.ts";
import { useSentRequest } from "../use-sent-request.ts";
import { ArchivalBanner } from "./archival-banner.tsx";
import { CopyCurlButton } from "./copy-curl-button.tsx";
import { EventOutcome } from "./event-outcome.tsx";
import { latencyText } from "./latency.ts";

export interface EventSummaryProps {
  event: Event;
  connection: Connection | undefined;
  /** The attempt that the person views; undefined for the newest. */
  attemptId: string | undefined;
  onAttempt: (attemptId: string) => void;
}

/** Gets a new key for another event: what this one has been decides how much room its outcome keeps. */
export function EventSummary({ event, connection, attemptId, onAttempt }: EventSummaryProps) {
  const isAtRest = event.status === "SUCCESSFUL" || event.status === "CANCELLED";
  const [hasMoved, setHasMoved] = useState(!isAtRest);
  if (!isAtRest && !hasMoved) setHasMoved(true);
  const hasFailed = mayHaveFailed(event);
  const latest = useAttempts(event).data?.models[0];
  const { data: request } = useSentRequest(event, attemptId);
  const url = request?.url ?? connection?.destination.config.url;
  const method = request?.method ?? "";
  return (
    <>
      <EventTrace event={event} isCompact onAttempt={onAttempt} />
      {/* As high as a failure with its advice and its links: a status that changes while a person reads must not move the rest. */}
      <EventOutcome event={event} connection={connection} className={hasMoved ? "min-h-53" : ""} />
      <ArchivalBanner event={event} />
      <PropertyList>
        <Property name="Connection">
          <ConnectionLink id={event.webhook_id} known={connection} />
        </Property>
        <Property name={event.attempts === 0 ? "Goes to" : "Sent to"} isMono>
          {url ? (
            <>
              <span className="truncate" data-tooltip={url}>
                {method} {url}
              </span>
              <CopyButton value={url} label="Copy URL" className="-my-1" />
              <CopyCurlButton eventId={event.id} request={request} />
            </>
          ) : (
            "–"
          )}
        </Property>
        <Property name="Received">
          <Timestamp value={event.created_at} />
        </Property>
        <Property name="Attempts">
          <Link
            to="/events/$id/attempts"
            params={{ id: event.id }}
            className={`${linkClass} tabular-nums`}
            aria-label={`Attempts: ${event.attempts}`}
          >
            {event.attempts}
          </Link>
          {latest && latest.delivery_latency !== null ? (
            <span className="text-ink-2">· {latencyText(latest)}</span>
          ) : null}
        </Property>
        {hasMoved || hasFailed ? (
          <Property name="Issue">{hasFailed ? <OpenIssueNote id={event.id}>–</OpenIssueNote> : "–"}</Property>
        ) : null}
      </PropertyList>
    </>
  );
}
