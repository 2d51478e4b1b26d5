/**
 * What happens if an admin chooses a plan?
 *
 * The server acts by it, and the dashboard shows it before. A plan that costs something begins at once and is charged by the
 * day. The free default plan begins at the end of the period, because the present one is paid until then.
 */
import type { Plan } from "./plans.ts";

export type PlanChoice =
  | { kind: "now"; plan: Plan }
  /** The present plan goes on; a cancellation is taken back. */
  | { kind: "stay" }
  | { kind: "cancel" }
  | { kind: "refused"; why: string };

export interface Choosing {
  /** Null: the organization was there before plans came into force, and has none. */
  present: Plan | null;
  /** The present plan ends with its period. */
  isCancelled: boolean;
  default_id: string;
  offered: readonly Plan[];
}

/** Whether a card must be there before the plan begins. `hasCards`: the installation charges invoices to cards. */
export function needsCard(plan: Plan, { hasCards, card }: { hasCards: boolean; card: unknown }): boolean {
  return hasCards && card === null && !isFree(plan) && plan.prices !== null;
}

const AGREED =
  "The terms of this plan are agreed with each customer, so it cannot be chosen here. Ask the operator of this installation.";
const OWN_TERMS =
  "The terms of your plan were agreed with you, so it cannot be changed here. Ask the operator of this installation.";

export function choosePlan(wanted: string, choosing: Choosing): PlanChoice {
  const { present, isCancelled, default_id, offered } = choosing;
  // Also a legacy plan goes on as it is, and one that is not offered any more.
  if (isCancelled && present?.id === wanted) return { kind: "stay" };
  const plan = offered.find(({ id }) => id === wanted);
  if (!plan) return { kind: "refused", why: `plan must be one of ${offered.map(({ id }) => id).join(", ")}` };
  if (present?.id === plan.id && present.version === plan.version) return { kind: "stay" };
  if (plan.prices === null) return { kind: "refused", why: AGREED };
  if (present?.prices === null) return { kind: "refused", why: OWN_TERMS };
  const endsPaidPlan = present !== null && !isFree(present) && present.id !== plan.id;
  return plan.id === default_id && isFree(plan) && endsPaidPlan ? { kind: "cancel" } : { kind: "now", plan };
}

/** Null: the plan can be cancelled. */
export function whyNotCancelled(choosing: Choosing): string | null {
  const choice = choosePlan(choosing.default_id, choosing);
  if (choice.kind === "refused") return choice.why;
  return choice.kind === "cancel"
    ? null
    : "There is no plan to cancel: the present one costs nothing, or no plan is free.";
}

export function isFree({ prices }: Pick<Plan, "prices">): boolean {
  if (prices === null) return false;
  return prices.every((price) => {
    switch (price.price_type) {
      case "fixed_price":
        return price.amount === 0;
      case "usage_price":
        return price.unit_amount === 0;
      case "package_with_allocation":
        return price.package_amount === 0;
      case "tiered_package":
        return price.tiers.every(({ per_unit }) => per_unit === 0);
    }
  });
}
