/**
 * What can be done with the ticked events? Retry those that can be retried, cancel those that wait, and compare two. With
 * the numbers, because not every ticked event allows both.
 */
import type { Event } from "@posthorn/contract/events";
import { Link } from "@tanstack/react-router";
import { GitCompare } from "lucide-react";
import { countedAction } from "../../resources/bulk/bulk-words.ts";
import { RetryTickedButton } from "../../resources/bulk/retry-ticked-button.tsx";
import type { TickedAction } from "../../resources/bulk/ticked-action.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button, buttonClass } from "../../ui/button.tsx";

export interface TickedEventActionsProps {
  /** The newest first. */
  ticked: readonly Event[];
  retry: TickedAction;
  cancel: TickedAction;
  /** The keys act on the ticked events. While the panel is open, they act on its event. */
  hasKeys: boolean;
}

export function TickedEventActions({ ticked, retry, cancel, hasKeys }: TickedEventActionsProps) {
  const refusal = useRefusal("send");
  const [newer, older, third] = ticked;
  return (
    <>
      <RetryTickedButton type="events.retry" retry={retry} hasKey={hasKeys} />
      <Button
        size="sm"
        variant={cancel.count === 0 ? "secondary" : "danger"}
        isPending={cancel.isPending}
        disabledReason={
          refusal ?? (cancel.count === 0 ? "None of these events waits for an attempt" : undefined)
        }
        onClick={cancel.run}
      >
        {countedAction("events.cancel", cancel.count)}
      </Button>
      {newer && older && !third ? (
        <Link
          to="/events/$id"
          params={{ id: newer.id }}
          search={{ compare_with: older.id }}
          className={buttonClass({ size: "sm" })}
        >
          <GitCompare aria-hidden />
          Compare 2
        </Link>
      ) : null}
    </>
  );
}
