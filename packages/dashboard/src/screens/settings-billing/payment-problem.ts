/** What happens next with an invoice that could not be charged? */
import type { PaymentProblem } from "@posthorn/contract/billing";
import { dayText } from "../../resources/plans/period.ts";

/** `It is tried again on 2026-12-04.` */
export function nextTryText({ kind, next_try_at }: PaymentProblem): string {
  if (kind === "authentication_required" && next_try_at === null)
    return "It waits until an admin confirms it here.";
  if (next_try_at === null) return "It is not tried again by itself: an admin has to pay it.";
  const again = `It is tried again on ${dayText(next_try_at)}.`;
  return kind === "authentication_required" ? `An admin can confirm it here. ${again}` : again;
}
