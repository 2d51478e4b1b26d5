/** One event of the selected request, in place of the request. A chunk of its own: most visits open no event here. */
import { useQuery } from "@tanstack/react-query";
import { useState, type Ref } from "react";
import { connectionQuery } from "../../resources/connections/connection-queries.ts";
import { useRetryEvent } from "../../resources/events/event-actions.ts";
import { eventQuery } from "../../resources/events/event-queries.ts";
import { EventPanel } from "../../resources/events/panel/event-panel.tsx";
import type { PanelTab } from "../../resources/events/panel/panel-tabs.ts";

interface EntryEventProps {
  eventId: string;
  onClose: () => void;
  ref: Ref<HTMLElement>;
}

/** The address carries the event; its tab and its attempt are of this visit only. */
export function EntryEvent({ eventId, onClose, ref }: EntryEventProps) {
  const [tab, setTab] = useState<PanelTab | undefined>(undefined);
  const [attemptId, setAttemptId] = useState<string | undefined>(undefined);
  const { retry } = useRetryEvent("Retrying event delivery");
  const { data: event } = useQuery(eventQuery(eventId));
  const connection = useQuery({
    ...connectionQuery(event?.webhook_id ?? ""),
    enabled: event !== undefined,
  });
  return (
    <EventPanel
      ref={ref}
      eventId={eventId}
      known={undefined}
      connection={connection.data}
      tab={tab}
      attemptId={attemptId}
      onTab={setTab}
      onAttempt={setAttemptId}
      onRetry={retry}
      onClose={onClose}
    />
  );
}
