/**
 * When does the body of the event in the panel load?
 *
 * Right after the paint of the click, beside the code of the panel. A long body takes the longest of all that a panel
 * shows, so it does not wait until the panel asks for it.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { eventRawBodyQuery } from "../../resources/events/event-queries.ts";

export function useBodyAhead(eventId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (eventId === undefined) return;
    // A timer that is set in a frame runs after the paint of that frame.
    requestAnimationFrame(() => setTimeout(() => void client.prefetchQuery(eventRawBodyQuery(eventId))));
  }, [client, eventId]);
}
