/**
 * Which ids, results and times does this event have? Each id has a button to copy it.
 */
import type { Event } from "@posthorn/contract/events";
import { EVENT_STATUS_LABELS } from "@posthorn/contract/texts";
import { Link } from "@tanstack/react-router";
import { linkClass } from "../../../ui/link-class.ts";
import { Property, PropertyList } from "../../../ui/property-list.tsx";
import { Timestamp } from "../../../ui/timestamp.tsx";

export function MetadataTab({ event }: { event: Event }) {
  const ids = [
    ["Event ID", event.id],
    ["Request ID", event.request_id, "/requests/$id"],
    ["Connection ID", event.webhook_id, "/connections/$id"],
    ["Source ID", event.source_id, "/sources/$id"],
    ["Destination ID", event.destination_id, "/destinations/$id"],
    ["Event data ID", event.event_data_id],
  ] as const;
  const moments = [
    ["Created", event.created_at],
    ["Last attempt", event.last_attempt_at],
    ["Next attempt", event.next_attempt_at],
    ["Successful", event.successful_at],
    ["Updated", event.updated_at],
  ] as const;
  return (
    <PropertyList className="border-t border-line pt-4">
      {ids.map(([name, id, to]) => (
        <Property key={name} name={name} isMono copied={id}>
          {to === undefined ? (
            <span className="truncate">{id}</span>
          ) : (
            <Link to={to} params={{ id }} className={`${linkClass} truncate`}>
              {id}
            </Link>
          )}
        </Property>
      ))}
      <Property name="Status">{EVENT_STATUS_LABELS[event.status]}</Property>
      <Property name="Attempts">{event.attempts}</Property>
      <Property name="Response status">{event.response_status ?? "–"}</Property>
      <Property name="Error code" isMono={event.error_code !== null}>
        {event.error_code ?? "–"}
      </Property>
      {moments.map(([name, at]) => (
        <Property key={name} name={name}>
          {at === null ? "–" : <Timestamp value={at} />}
        </Property>
      ))}
    </PropertyList>
  );
}
