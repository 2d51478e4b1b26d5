/** How does the dashboard change where the audit log of the organization goes? The form shows its failures itself. */
import {
  type AuditPush,
  type AuditPushInput,
  pauseAuditPush,
  removeAuditPush,
  saveAuditPush,
  testAuditPush,
} from "@posthorn/contract/audit-push";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { useSession } from "../session/use-session.ts";
import { auditPushQuery } from "./audit-push-queries.ts";

/** Each change is an entry of the log itself, so the log is read again. */
function useAuditPushChange<Input>(
  change: (organization_id: string, input: Input) => Promise<{ audit_push: AuditPush | null }>,
  { failed, said }: { failed?: string; said: (input: Input) => string },
) {
  const { id } = useSession().organization;
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(id, input),
    onSuccess: async (reply, input) => {
      toast.success(said(input));
      client.setQueryData(auditPushQuery(id).queryKey, reply);
      await client.invalidateQueries({ queryKey: ["audit-log", id] });
    },
    onError: (error) => {
      if (failed !== undefined) toast.error(failed, { description: firstMessage(error) });
    },
  });
}

export function useSaveAuditPush() {
  return useAuditPushChange(
    (organization_id, body: AuditPushInput) => call(saveAuditPush, { params: { organization_id }, body }),
    { said: () => "New entries are pushed from now on" },
  );
}

export function usePauseAuditPush() {
  return useAuditPushChange(
    (organization_id, is_paused: boolean) =>
      call(pauseAuditPush, { params: { organization_id }, body: { is_paused } }),
    {
      failed: "The push was not changed",
      said: (is_paused) => (is_paused ? "Push paused. Entries wait." : "Push goes on"),
    },
  );
}

export function useTestAuditPush() {
  return useAuditPushChange(
    (organization_id, _nothing: void) => call(testAuditPush, { params: { organization_id } }),
    { failed: "No test entry was made", said: () => "Test entry made. It is on its way." },
  );
}

export function useRemoveAuditPush() {
  return useAuditPushChange(
    (organization_id, _nothing: void) => call(removeAuditPush, { params: { organization_id } }),
    { failed: "The push was not removed", said: () => "Push removed" },
  );
}
