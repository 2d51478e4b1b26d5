/**
 * What can be done with the ticked events? Retry those that can be retried, cancel those that wait, and compare two. In
 * the foot of the list, with the numbers, because not every ticked event allows both.
 */
import { Link } from "@tanstack/react-router";
import { GitCompare } from "lucide-react";
import { countedAction } from "../../resources/bulk/bulk-words.ts";
import { RetryTickedButton } from "../../resources/bulk/retry-ticked-button.tsx";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { TickedBar } from "../../ui/list/ticked-bar.tsx";
import type { TickedEventsDo } from "./use-ticked-events.ts";

export interface TickedEventsProps {
  ticked: TickedEventsDo;
  /** The keys act on the ticked events. While the panel is open, they act on its event. */
  hasKeys: boolean;
  onClear: () => void;
}

export function TickedEvents({ ticked, hasKeys, onClear }: TickedEventsProps) {
  const refusal = useRefusal("member");
  const { count, cancellable, pair, isCancelling, cancel } = ticked;
  return (
    <TickedBar count={count} onClear={onClear}>
      <RetryTickedButton type="events.retry" ticked={ticked} hasKey={hasKeys} />
      <Button
        size="sm"
        variant={cancellable === 0 ? "secondary" : "danger"}
        isPending={isCancelling}
        disabledReason={
          refusal ?? (cancellable === 0 ? "None of these events waits for an attempt" : undefined)
        }
        onClick={cancel}
      >
        {countedAction("events.cancel", cancellable)}
      </Button>
      {pair === undefined ? null : (
        <Link
          to="/events/$id"
          params={{ id: pair[1] }}
          search={{ compare_with: pair[0] }}
          className={buttonClass({ size: "sm" })}
        >
          <GitCompare aria-hidden />
          Compare 2
        </Link>
      )}
    </TickedBar>
  );
}
