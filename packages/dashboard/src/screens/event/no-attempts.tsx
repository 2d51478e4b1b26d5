/** Why does an event have no attempts to show? By its status. */
import type { EventStatus } from "@posthorn/contract/causes";
import type { Event } from "@posthorn/contract/events";
import type { ReactNode } from "react";
import { PastArchive } from "../../resources/plans/past-archive.tsx";

const WAITING: Partial<Record<EventStatus, string>> = {
  QUEUED: "The first attempt is on its way. It appears here as soon as it has ended.",
  SCHEDULED: "A delay rule holds the event back. The first attempt follows when the delay is over.",
  HOLD: "The connection is paused. The first attempt follows when the connection is unpaused.",
  CANCELLED: "The event was cancelled before its first attempt. Retry it to send it.",
};

export function whyNoAttempts({ status, attempts, data }: Event): ReactNode {
  if (data === null && attempts > 0) return <PastArchive what="event" />;
  return WAITING[status] ?? "Attempts are kept as long as the request data.";
}
