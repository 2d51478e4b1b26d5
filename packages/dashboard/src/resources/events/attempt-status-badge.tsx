/** Shows how an attempt ended, or that it has not ended yet. */
import type { Attempt } from "@posthorn/contract/attempts";
import { EVENT_STATUS_LABELS } from "@posthorn/contract/texts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { isAwaited } from "./attempt-queries.ts";
import { EventStatusBadge } from "./event-status-badge.tsx";

export function AttemptStatusBadge({ attempt }: { attempt: Attempt }) {
  return isAwaited(attempt) ? (
    <StatusBadge tone="wait">{EVENT_STATUS_LABELS.QUEUED}</StatusBadge>
  ) : (
    <EventStatusBadge event={attempt} />
  );
}
