/** The panel of an event that belongs to the selected bookmark. Its tab and attempt are of this visit only. */
import type { Event } from "@posthorn/contract/events";
import { useState, type Ref } from "react";
import type { Routes } from "../../resources/connections/use-routes.ts";
import { useRetryEvent } from "../../resources/events/event-actions.ts";
import { EventPanel } from "../../resources/events/panel/event-panel.tsx";
import type { PanelTab } from "../../resources/events/panel/panel-tabs.ts";

export interface SelectedEventProps {
  eventId: string;
  known: Event | undefined;
  routes: Routes;
  onClose: () => void;
  ref: Ref<HTMLElement>;
}

export function SelectedEvent({ eventId, known, routes, onClose, ref }: SelectedEventProps) {
  const [tab, setTab] = useState<PanelTab | undefined>(undefined);
  const [attemptId, setAttemptId] = useState<string | undefined>(undefined);
  const { retry } = useRetryEvent();
  return (
    <EventPanel
      ref={ref}
      eventId={eventId}
      known={known}
      connection={known && routes.byId.get(known.webhook_id)}
      tab={tab}
      attemptId={attemptId}
      onTab={setTab}
      onAttempt={setAttemptId}
      onRetry={retry}
      onClose={onClose}
    />
  );
}
