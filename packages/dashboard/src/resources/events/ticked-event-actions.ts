/**
 * How does the dashboard retry or cancel the ticked events? As one bulk operation, which names them by their ids.
 *
 * The events show their new state at once. When the server has acted on all of them, one toast says how it went. If the
 * server refuses the operation, all of them go back to their old state.
 */
import type { BatchOperation } from "@posthorn/contract/bulk";
import type { Event } from "@posthorn/contract/events";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { handledOperation, startOperation } from "../bulk/bulk-actions.ts";
import { BULK } from "../bulk/bulk-queries.ts";
import { notQueuedText } from "../bulk/bulk-words.ts";
import { tickedReport } from "../bulk/ticked-report.ts";
import { EVENT_LISTS } from "./event-queries.ts";
import { cancelled, QUEUED_AGAIN } from "./possible-actions.ts";
import { showEvents } from "./show-events.ts";

type TickedAction = "events.retry" | "events.cancel";

const BECOMES: Record<TickedAction, (event: Event) => Partial<Event>> = {
  "events.retry": () => QUEUED_AGAIN,
  "events.cancel": cancelled,
};

function before({ status, next_attempt_at }: Event): Partial<Event> {
  return { status, next_attempt_at };
}

function changesOf(events: readonly Event[], change: (event: Event) => Partial<Event>) {
  return new Map(events.map((event) => [event.id, change(event)]));
}

/** `act(events)`, with only those that the action can be done to. */
export function useActOnTicked(type: TickedAction) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (events: readonly Event[]): Promise<BatchOperation> => {
      const started = await startOperation(type, { id: events.map(({ id }) => id) });
      return handledOperation(type, started);
    },
    onMutate: (events) => {
      showEvents(client, changesOf(events, BECOMES[type]));
      // An answer that is already loading would show the old state again.
      return client.cancelQueries({ queryKey: EVENT_LISTS });
    },
    onSuccess: (operation, events) => {
      const { kind, text, description } = tickedReport(type, operation, events.length);
      toast[kind](text, { description });
    },
    onError: (error, events) => {
      showEvents(client, changesOf(events, before));
      toast.error(notQueuedText(type), { description: firstMessage(error) });
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["events"] }),
        client.invalidateQueries({ queryKey: ["attempts"] }),
        client.invalidateQueries({ queryKey: BULK }),
      ]),
  });
  return { act: mutate, isPending };
}
