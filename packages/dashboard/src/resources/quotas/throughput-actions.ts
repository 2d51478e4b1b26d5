/** How does an admin buy throughput for the project? */
import { updateThroughput } from "@posthorn/contract/throughput";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { useSession } from "../session/use-session.ts";
import { quotasQuery } from "./quota-queries.ts";

export function useUpdateThroughput() {
  const { organization } = useSession();
  const client = useQueryClient();
  return useMutation({
    /** Null: what the plan includes. */
    mutationFn: (throughput: number | null) => call(updateThroughput, { body: { throughput } }),
    async onSuccess() {
      await Promise.all([
        client.invalidateQueries({ queryKey: quotasQuery.queryKey }),
        client.invalidateQueries({ queryKey: ["plans", organization.id] }),
        client.invalidateQueries({ queryKey: ["projects"] }), // a cap is a part of the project
      ]);
      toast.success("Project throughput updated");
    },
    onError: (error) =>
      toast.error("Failed to update project throughput.", { description: firstMessage(error) }),
  });
}
