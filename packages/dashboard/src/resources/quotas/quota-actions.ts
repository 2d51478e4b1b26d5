/** How does an admin change the quotas? The dialog shows a failure itself. */
import type { BodyOf } from "@posthorn/contract/endpoint";
import { updateQuotas } from "@posthorn/contract/quotas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { call } from "../api/call.ts";
import { sessionQuery } from "../session/session-queries.ts";
import { quotasQuery } from "./quota-queries.ts";

export function useUpdateQuotas() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateQuotas>) => call(updateQuotas, { body }),
    async onSuccess(quotas) {
      client.setQueryData(quotasQuery.queryKey, quotas);
      toast.success("Project updated");
      // The session has the retention, and a cap is a part of the project.
      await Promise.all([
        client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
        client.invalidateQueries({ queryKey: ["projects"] }),
      ]);
    },
  });
}
