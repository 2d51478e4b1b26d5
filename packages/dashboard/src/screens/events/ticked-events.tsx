/**
 * What can be done with the ticked events? Retry those that can be retried, cancel those that wait, and compare two. In
 * the foot of the list, with the numbers, because not every ticked event allows both.
 */
import { Link } from "@tanstack/react-router";
import { GitCompare, RotateCw } from "lucide-react";
import { countedAction } from "../../resources/bulk/bulk-words.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
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
  const { count, retriable, cancellable, pair, isRetrying, isCancelling, retry, cancel } = ticked;
  return (
    <TickedBar count={count} onClear={onClear}>
      <Button
        size="sm"
        icon={<RotateCw aria-hidden />}
        isPending={isRetrying}
        disabledReason={refusal ?? (retriable === 0 ? "None of these events can be retried now" : undefined)}
        onClick={retry}
      >
        {countedAction("events.retry", retriable)}
        {hasKeys && retriable > 0 ? (
          <span aria-hidden className="-mr-1 max-sm:hidden">
            <Kbd keys="r" />
          </span>
        ) : null}
      </Button>
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
