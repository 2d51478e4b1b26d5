/**
 * How are the ticked events retried? As one bulk operation. Before delivered events are sent again, a question comes first.
 */
import type { Event } from "@posthorn/contract/events";
import { useState, type ReactNode } from "react";
import { later } from "../../ui/later.tsx";
import { tickedAction, type TickedAction } from "../bulk/ticked-action.ts";
import { isRetriedTogether } from "./possible-actions.ts";
import { useActOnTicked } from "./ticked-event-actions.ts";

const SendAgainDialog = later(() => import("./send-again-dialog.tsx")).component(
  (loaded) => loaded.SendAgainDialog,
);

export function useRetryTicked(ticked: readonly Event[]): { retry: TickedAction; question: ReactNode } {
  const [asked, setAsked] = useState<readonly Event[] | null>(null);
  const { act, isPending } = useActOnTicked("events.retry");
  const retry = tickedAction(ticked, isRetriedTogether(ticked), {
    isPending,
    act: (events) => (events.some(({ status }) => status === "SUCCESSFUL") ? setAsked(events) : act(events)),
  });
  const question = asked && (
    <SendAgainDialog
      count={asked.length}
      onClose={() => setAsked(null)}
      onConfirm={() => {
        setAsked(null);
        act(asked);
      }}
    />
  );
  return { retry, question };
}
