/** How does an admin change the plan, cancel it, change where invoices go, and pay one? */
import { cancelPlan, changePlan, payInvoice, updateBillingEmail } from "@posthorn/contract/billing";
import type { BodyOf } from "@posthorn/contract/endpoint";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { dayText } from "../plans/period.ts";
import { sessionQuery } from "../session/session-queries.ts";
import { useSession } from "../session/use-session.ts";

/** Everything about plans and billing is read again, and the session, which says what the plan leaves out. */
export function useReadAgain(): () => Promise<unknown> {
  const { organization } = useSession();
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.refetchQueries(sessionQuery),
      client.invalidateQueries({ queryKey: ["plans", organization.id] }),
    ]);
}

/** Also takes a cancellation back: then the plan is the present one. */
export function useChangePlan() {
  const { organization } = useSession();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (plan: { id: string; name: string }) =>
      call(changePlan, { params: { organization_id: organization.id }, body: { plan: plan.id } }),
    onSuccess: async (_subscription, { name }) => {
      await readAgain();
      toast.success(`Your plan is ${name}`);
    },
    onError: (error) =>
      toast.error("Something went wrong, please try again or contact us.", {
        description: firstMessage(error),
      }),
  });
}

export function useCancelPlan() {
  const { organization } = useSession();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: () => call(cancelPlan, { params: { organization_id: organization.id } }),
    onSuccess: async ({ plan, cancel_at }) => {
      await readAgain();
      toast.success(`${plan?.name} ends on ${dayText(cancel_at ?? "")}`);
    },
    onError: (error) =>
      toast.error("Failed to cancel plan, please contact us.", { description: firstMessage(error) }),
  });
}

export function useChangeBillingEmail() {
  const { organization } = useSession();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateBillingEmail>) =>
      call(updateBillingEmail, { params: { organization_id: organization.id }, body }),
    onSuccess: async () => {
      await readAgain();
      toast.success("Billing email mail updated");
    },
  });
}

/** How it ended is for the caller: paid, declined, or to be confirmed first. */
export function usePayInvoice() {
  const { organization } = useSession();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (id: string) => call(payInvoice, { params: { organization_id: organization.id, id } }),
    onSuccess: readAgain,
    onError: (error) =>
      toast.error("Something went wrong, please try again or contact us.", {
        description: firstMessage(error),
      }),
  });
}
