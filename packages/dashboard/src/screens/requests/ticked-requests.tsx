/**
 * What can be done with the ticked requests? Retry those that a change of their source lets through now. In the foot of
 * the list, with the number, because not every ticked request can be retried.
 */
import { RetryTickedButton } from "../../resources/bulk/retry-ticked-button.tsx";
import { TickedBar } from "../../ui/list/ticked-bar.tsx";
import type { TickedRequestsDo } from "./use-ticked-requests.ts";

export interface TickedRequestsProps {
  ticked: TickedRequestsDo;
  /** The keys act on the ticked requests. While the panel is open, they act on its request. */
  hasKeys: boolean;
  onClear: () => void;
}

export function TickedRequests({ ticked, hasKeys, onClear }: TickedRequestsProps) {
  return (
    <TickedBar count={ticked.count} onClear={onClear}>
      <RetryTickedButton type="requests.retry" ticked={ticked} hasKey={hasKeys} />
    </TickedBar>
  );
}
