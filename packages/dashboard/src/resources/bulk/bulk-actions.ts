/** How does the dashboard begin a bulk operation, and what does it say afterwards? */
import type { BatchOperation } from "@posthorn/contract/bulk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { BULK, FAMILIES } from "./bulk-queries.ts";
import type { BulkAction, BulkQuery } from "./bulk-query.ts";
import { isHandled } from "./ticked-report.ts";
import { notQueuedText, queuedText } from "./bulk-words.ts";

export function startOperation(type: BulkAction, query: BulkQuery): Promise<BatchOperation> {
  return call(FAMILIES[type].create, { body: { query } });
}

const LOOK_EVERY_MS = 500;
/** After this many looks the operation is left to its panel: it may wait for others. */
const LOOKS = 20;

/** The operation when it has acted on all its rows, or as it is after ten seconds. */
export async function handledOperation(type: BulkAction, started: BatchOperation): Promise<BatchOperation> {
  let operation = started;
  for (let look = 0; look < LOOKS && !isHandled(operation); look += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    // The operation has begun. A look that fails says nothing about it, so the next one decides.
    operation = await call(FAMILIES[type].get, { params: { id: started.id } }).catch(() => operation);
  }
  return operation;
}

export function useStartBulk(type: BulkAction) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (query: BulkQuery) => startOperation(type, query),
    onSuccess: () => toast.success(queuedText(type)),
    onError: (error) => toast.error(notQueuedText(type), { description: firstMessage(error) }),
    onSettled: () => void client.invalidateQueries({ queryKey: BULK }),
  });
}
