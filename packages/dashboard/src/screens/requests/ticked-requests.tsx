/**
 * What can be done with the ticked requests? Retry those that a change of their source lets through now. In the foot of
 * the list, with the number, because not every ticked request can be retried.
 */
import { RotateCw } from "lucide-react";
import { countedAction } from "../../resources/bulk/bulk-words.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { TickedBar } from "../../ui/list/ticked-bar.tsx";
import type { TickedRequestsDo } from "./use-ticked-requests.ts";

export interface TickedRequestsProps {
  ticked: TickedRequestsDo;
  /** The keys act on the ticked requests. While the panel is open, they act on its request. */
  hasKeys: boolean;
  onClear: () => void;
}

export function TickedRequests({ ticked, hasKeys, onClear }: TickedRequestsProps) {
  const refusal = useRefusal("member");
  const { count, retriable, isRetrying, retry } = ticked;
  return (
    <TickedBar count={count} onClear={onClear}>
      <Button
        size="sm"
        icon={<RotateCw aria-hidden />}
        isPending={isRetrying}
        disabledReason={
          refusal ?? (retriable === 0 ? "None of these requests can be retried now" : undefined)
        }
        onClick={retry}
      >
        {countedAction("requests.retry", retriable)}
        {hasKeys && retriable > 0 ? (
          <span aria-hidden className="-mr-1 max-sm:hidden">
            <Kbd keys="r" />
          </span>
        ) : null}
      </Button>
    </TickedBar>
  );
}
