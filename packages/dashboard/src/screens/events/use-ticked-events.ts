/** On which of the ticked events can which action be done, and how is it done? The foot and the keys ask here. */
import type { Event } from "@posthorn/contract/events";
import { canRetry } from "../../resources/events/event-actions.ts";
import { canCancel } from "../../resources/events/possible-actions.ts";
import { useActOnTicked } from "../../resources/events/ticked-event-actions.ts";

export interface TickedEventsDo {
  count: number;
  retriable: number;
  cancellable: number;
  /** The two ticked events, the older one first. Undefined: there are not exactly two. */
  pair: readonly [olderId: string, newerId: string] | undefined;
  isRetrying: boolean;
  isCancelling: boolean;
  /** Does nothing without a retriable event, or while the last retry runs. */
  retry: () => void;
  cancel: () => void;
}

export function useTickedEvents(events: readonly Event[], ids: ReadonlySet<string>): TickedEventsDo {
  const retrying = useActOnTicked("events.retry");
  const cancelling = useActOnTicked("events.cancel");
  const ticked = events.filter(({ id }) => ids.has(id));
  const retriable = ticked.filter(canRetry);
  const cancellable = ticked.filter(canCancel);
  const act = ({ act: start, isPending }: typeof retrying, on: readonly Event[]) => {
    if (on.length > 0 && !isPending) start(on);
  };
  const [newer, older, third] = ticked;
  return {
    count: ticked.length,
    pair: newer && older && !third ? [older.id, newer.id] : undefined,
    retriable: retriable.length,
    cancellable: cancellable.length,
    isRetrying: retrying.isPending,
    isCancelling: cancelling.isPending,
    retry: () => act(retrying, retriable),
    cancel: () => act(cancelling, cancellable),
  };
}
