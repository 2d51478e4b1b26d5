/**
 * Shows the status of an event or an attempt as icon, word and colour. Successful and failed ones also have a code:
 * `Failed 503`.
 */
import type { Event } from "@posthorn/contract/events";
import { EVENT_STATUS_LABELS } from "@posthorn/contract/texts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { EVENT_STATUS_TONES } from "./event-status-tones.ts";

export interface EventStatusBadgeProps {
  event: Pick<Event, "status" | "response_status" | "error_code">;
}

/** A pending event may still have the code of its last attempt, which says nothing about the next one. */
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
      {/* Label and code are one text, so that a new label does not shift the code. */}
      <span className="truncate">{code === null ? label : `${label} ${code}`}</span>
    </StatusBadge>
  );
}
