/**
 * Shown above every tab: what happened, what happens next, and where the event came from and goes.
 *
 * All rows are there from the first paint, so that nothing below them moves when the data arrives.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { Event } from "@posthorn/contract/events";
import { useQuery } from "@tanstack/react-query";
import { attemptsQuery } from "../attempt-queries.ts";
import { outcomeOf } from "../delivery-outcome.ts";
import { Callout } from "../../../ui/callout.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Property, PropertyList } from "../../../ui/property-list.tsx";
import { Timestamp } from "../../../ui/timestamp.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { CopyCurlButton } from "./copy-curl-button.tsx";
import { latencyText } from "./latency.ts";

export interface EventSummaryProps {
  event: Event;
  connection: Connection | undefined;
}

export function EventSummary({ event, connection }: EventSummaryProps) {
  const outcome = outcomeOf(event, useNow());
  const attempts = useQuery(attemptsQuery(event.id, event.status === "QUEUED"));
  const latest = attempts.data?.models[0];
  const url = event.data?.url ?? connection?.destination.config.url;
  const method = event.data?.method ?? "";
  return (
    <>
      <Callout tone={outcome.tone} title={outcome.title}>
        {outcome.next}
      </Callout>
      <PropertyList>
        <Property name="Connection">
          {connection ? `${connection.source.name} → ${connection.destination.name}` : "–"}
        </Property>
        <Property name="Sent to" isMono>
          {url ? (
            <>
              <span className="truncate" data-tooltip={url}>
                {method} {url}
              </span>
              <CopyButton value={url} label="Copy URL" className="-my-1" />
              <CopyCurlButton event={event} />
            </>
          ) : (
            "–"
          )}
        </Property>
        <Property name="Received">
          <Timestamp value={event.created_at} />
        </Property>
        <Property name="Latency">{latest ? latencyText(latest) : "–"}</Property>
      </PropertyList>
    </>
  );
}
