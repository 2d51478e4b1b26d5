/** The attempts of an event, newest first. Reads the event again when they show that it is outdated. */
import type { Attempt } from "@posthorn/contract/attempts";
import type { Event } from "@posthorn/contract/events";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { attemptsQuery } from "./attempt-queries.ts";
import { eventQuery } from "./event-queries.ts";
import { isOutdated } from "./outdated-event.ts";

export function useAttempts(event: Event) {
  const client = useQueryClient();
  const attempts = useQuery(attemptsQuery(event.id, event.status === "QUEUED"));
  const latest = attempts.data?.models[0];
  const check = useEffectEvent((attempt: Attempt) => {
    if (isOutdated(event, attempt))
      void client.invalidateQueries({ queryKey: eventQuery(event.id).queryKey });
  });
  // Once for each news about the latest attempt: an event that never agrees with it is not read in a loop.
  useEffect(() => {
    if (latest) check(latest);
  }, [latest]);
  return attempts;
}
