/**
 * How does the dashboard retry the ticked requests? As one bulk operation, which names them by their ids.
 *
 * Nothing changes before the server answers: only the source can say whether it accepts a request now. One toast then
 * says how it went.
 */
import type { BatchOperation } from "@posthorn/contract/bulk";
import type { Request } from "@posthorn/contract/requests";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { handledOperation, startOperation } from "../bulk/bulk-actions.ts";
import { BULK } from "../bulk/bulk-queries.ts";
import { notQueuedText } from "../bulk/bulk-words.ts";
import { tickedReport } from "../bulk/ticked-report.ts";

const TYPE = "requests.retry";

/** `act(requests)`, with only those that can be retried. `onAllRetried`: nobody needs to look at them again. */
export function useRetryTicked(onAllRetried: () => void) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (requests: readonly Request[]): Promise<BatchOperation> => {
      const started = await startOperation(TYPE, { id: requests.map(({ id }) => id) });
      return handledOperation(TYPE, started);
    },
    onSuccess: (operation, requests) => {
      const { kind, text, description } = tickedReport(TYPE, operation, requests.length);
      toast[kind](text, { description });
      if (kind === "success") onAllRetried();
    },
    onError: (error) => toast.error(notQueuedText(TYPE), { description: firstMessage(error) }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["requests"] }),
        client.invalidateQueries({ queryKey: ["events"] }),
        client.invalidateQueries({ queryKey: ["histograms"] }),
        client.invalidateQueries({ queryKey: BULK }),
      ]),
  });
  return { act: mutate, isPending };
}
