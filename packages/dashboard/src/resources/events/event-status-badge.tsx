/**
 * What state is this event, or one attempt at it, in? Icon, word and hue; for what was answered or failed also the code: `Failed 503`.
 */
import type { Event } from "@posthorn/contract/events";
import { EVENT_STATUS_LABELS } from "@posthorn/contract/texts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { EVENT_STATUS_TONES } from "./event-status-tones.ts";

export interface EventStatusBadgeProps {
  event: Pick<Event, "status" | "response_status" | "error_code">;
}

/** A pending event may still carry the code of its last attempt; it says nothing about the one to come. */
function codeOf({ status, response_status, error_code }: EventStatusBadgeProps["event"]): string | null {
  if (status !== "SUCCESSFUL" && status !== "FAILED") return null;
  return response_status === null ? error_code : String(response_status);
}

export function EventStatusBadge({ event }: EventStatusBadgeProps) {
  const code = codeOf(event);
  const label = EVENT_STATUS_LABELS[event.status];
  return (
    <StatusBadge
      tone={EVENT_STATUS_TONES[event.status]}
      className="max-w-full align-middle"
      {...(code !== null && code === event.error_code && { tooltip: code })}
    >
      {/* One text, so that a new word does not shift the code behind it. */}
      <span className="truncate">{code === null ? label : `${label} ${code}`}</span>
    </StatusBadge>
  );
}
