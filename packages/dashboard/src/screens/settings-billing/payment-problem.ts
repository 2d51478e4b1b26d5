/** What happens next with an invoice that could not be charged? */
import type { PaymentProblem } from "@posthorn/contract/billing";
import { dayText } from "../../resources/plans/period.ts";

/** `It is tried again on 2026-12-04.` */
export function nextTryText({ kind, next_try_at }: PaymentProblem): string {
  if (next_try_at === null)
    return kind === "authentication_required"
      ? "It waits until an admin confirms the payment."
      : "It is not tried again by itself: an admin has to pay it.";
  return `It is tried again on ${dayText(next_try_at)}.`;
}
