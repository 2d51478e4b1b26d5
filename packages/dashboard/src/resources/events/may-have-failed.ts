/** Can an attempt of this event have failed? Only such an event belongs to an issue, so nobody asks about the others. */
import type { Event } from "@posthorn/contract/events";

export function mayHaveFailed({ attempts, status }: Pick<Event, "attempts" | "status">): boolean {
  return attempts > (status === "SUCCESSFUL" ? 1 : 0);
}
