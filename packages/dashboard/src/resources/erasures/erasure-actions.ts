/** How does the dashboard plan an erasure, confirm it, and stop it? What is shown of payloads changes with it. */
import { cancelErasure, confirmErasure, type Erasure, planErasure } from "@posthorn/contract/erasures";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { erasuresQuery } from "./erasure-queries.ts";

function useSettled() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: erasuresQuery.queryKey });
}

export function usePlanErasure() {
  return useMutation({
    mutationFn: (identifier: string) => call(planErasure, { body: { identifier } }),
    onError: (error) => toast.error("The plan could not be begun", { description: firstMessage(error) }),
    onSettled: useSettled(),
  });
}

export function useConfirmErasure() {
  return useMutation({
    mutationFn: ({ id }: Erasure) => call(confirmErasure, { params: { id } }),
    onSuccess: () => toast.success("Erasure begun"),
    onError: (error) => toast.error("The erasure could not be begun", { description: firstMessage(error) }),
    onSettled: useSettled(),
  });
}

export function useCancelErasure() {
  return useMutation({
    mutationFn: ({ id }: Erasure) => call(cancelErasure, { params: { id } }),
    onSuccess: ({ confirmed_at }) =>
      toast.success(confirmed_at === null ? "Plan discarded" : "Erasure stopped"),
    onError: (error) => toast.error("It could not be stopped", { description: firstMessage(error) }),
    onSettled: useSettled(),
  });
}
