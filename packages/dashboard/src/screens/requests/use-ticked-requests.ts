/** Which of the ticked requests can be retried, and how is it done? The foot and the keys ask here. */
import type { Request } from "@posthorn/contract/requests";
import { isMendable } from "../../resources/requests/request-outcome.ts";
import { useRetryTicked } from "../../resources/requests/ticked-request-actions.ts";
import type { RowTicks } from "../../ui/list/use-ticks.ts";

export interface TickedRequestsDo {
  count: number;
  retriable: number;
  isRetrying: boolean;
  /** Does nothing without a retriable request, or while the last retry runs. */
  retry: () => void;
}

export function useTickedRequests(requests: readonly Request[], ticks: RowTicks): TickedRequestsDo {
  const { retry, isPending } = useRetryTicked(ticks.clear);
  const ticked = requests.filter(({ id }) => ticks.ids.has(id));
  const retriable = ticked.filter(isMendable);
  return {
    count: ticked.length,
    retriable: retriable.length,
    isRetrying: isPending,
    retry: () => {
      if (retriable.length > 0 && !isPending) retry(retriable);
    },
  };
}
