/** How does the dashboard begin and abort a bulk operation, and what does it say afterwards? */
import { abortBulkOperation, type BatchOperation } from "@posthorn/contract/bulk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { BULK, FAMILIES } from "./bulk-queries.ts";
import type { BulkAction, BulkQuery } from "./bulk-query.ts";
import { abortedText, notAbortedText, notQueuedText, queuedText } from "./bulk-words.ts";

export function useStartBulk(type: BulkAction) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (query: BulkQuery) => call(FAMILIES[type].create, { body: { query } }),
    onSuccess: () => toast.success(queuedText(type)),
    onError: (error) => toast.error(notQueuedText(type), { description: firstMessage(error) }),
    onSettled: () => void client.invalidateQueries({ queryKey: BULK }),
  });
}

export function useAbortBulk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: BatchOperation) => call(abortBulkOperation, { params: { id } }),
    onSuccess: (operation) => toast.success(abortedText(operation)),
    onError: (error, operation) =>
      toast.error(notAbortedText(operation), { description: firstMessage(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: BULK }),
  });
}
