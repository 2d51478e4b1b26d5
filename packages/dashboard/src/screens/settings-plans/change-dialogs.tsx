/**
 * What happens with another plan, and is that meant? /settings/organization/plans/{plan} asks before a change, and
 * /plans/downgrade before a plan is cancelled. Both say what it costs, from when, and what the smaller plan takes away. Where
 * invoices are charged to a card, the first asks for one if there is none.
 */
import { type Card, isCardProvider } from "@posthorn/contract/billing";
import { choosePlan, type Choosing, isFree, needsCard } from "@posthorn/contract/plan-choice";
import type { Plan, Subscription } from "@posthorn/contract/plans";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCancelPlan, useChangePlan } from "../../resources/billing/billing-actions.ts";
import { billingQuery } from "../../resources/billing/billing-queries.ts";
import { cardText } from "../../resources/billing/card-text.ts";
import { dayText } from "../../resources/plans/period.ts";
import { monthlyText } from "../../resources/plans/plan-rows.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { later } from "../../ui/later.tsx";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { Consequences, priceText } from "./consequences.tsx";

const PaymentDialog = later(() => import("../../resources/billing/payment-dialog.tsx")).component(
  (loaded) => loaded.PaymentDialog,
);

export interface ChangeDialogProps {
  /** As the address names it. */
  wanted: string;
  choosing: Choosing;
  current: Plan;
  subscription: Subscription;
  onClose: () => void;
}

export function ChangeDialog(props: ChangeDialogProps) {
  const { wanted, choosing, current, onClose } = props;
  const { organization } = useSession();
  const billing = useQuery(billingQuery(organization.id));
  /** What was begun stays as it was until it is done: the card and the plan are there before the dialog has closed. */
  const [begun, setBegun] = useState<Begun | null>(null);
  const { subscription } = begun ?? props;
  const choice = choosePlan(wanted, choosing);
  if (begun === null && choice.kind === "cancel") return <CancelDialog {...props} />;
  const isRefused = choice.kind === "refused";
  if (begun === null && (isRefused || (choice.kind === "stay" && subscription.cancel_at === null)))
    return (
      <Dialog
        isOpen
        size="sm"
        title={isRefused ? "This plan cannot be chosen" : `${current.name} is your plan`}
        description={isRefused ? choice.why : "There is nothing to change."}
        footer={<Button onClick={onClose}>Close</Button>}
        onClose={onClose}
      />
    );
  const change: Change =
    begun?.change ??
    (choice.kind === "now" ? { plan: choice.plan, before: current } : { plan: current, before: null });
  if (!billing.data)
    return (
      <Dialog isOpen size="sm" title={titleOf(change)} onClose={onClose}>
        {billing.isError ? (
          <LoadFailedLine what="The billing details" error={billing.error} onRetry={billing.refetch} />
        ) : (
          <TextSkeleton label="billing details" />
        )}
      </Dialog>
    );
  const { provider, card, billing_email } = billing.data;
  const hasCards = isCardProvider(provider);
  if (begun === null && needsCard(change.plan, { hasCards, card }))
    setBegun({ change, subscription, isPaying: true });
  if (begun?.isPaying === true)
    return (
      <PayDialog {...change} subscription={subscription} billingEmail={billing_email} onClose={onClose} />
    );
  return (
    <ConfirmChange
      {...change}
      subscription={subscription}
      card={hasCards && !isFree(change.plan) ? card : null}
      onBegin={() => setBegun({ change, subscription, isPaying: false })}
      onFail={() => setBegun(null)}
      onUseAnother={() => setBegun({ change, subscription, isPaying: true })}
      onClose={onClose}
    />
  );
}

interface Change {
  plan: Plan;
  /** Null: the plan is the present one, and its cancellation is taken back. */
  before: Plan | null;
}

interface Begun {
  change: Change;
  subscription: Subscription;
  /** In the form for a card. */
  isPaying: boolean;
}

const titleOf = ({ plan, before }: Change) =>
  before === null ? `Keep ${plan.name}?` : `Change to ${plan.name}?`;
const labelOf = ({ before }: Change) => (before === null ? "Keep plan" : "Change plan");

function descriptionOf({ plan, before }: Change, { cancel_at }: Subscription): string {
  return before === null
    ? `${plan.name} goes on after ${dayText(cancel_at ?? "")}, for ${monthlyText(plan)} a month.`
    : `${plan.name} begins at once, for ${priceText(plan)}.`;
}

interface ConfirmChangeProps extends Change {
  subscription: Subscription;
  /** What the plan will be charged to. Null: invoices are not charged to a card, or there is nothing to charge. */
  card: Card | null;
  onBegin: () => void;
  onFail: () => void;
  onUseAnother: () => void;
  onClose: () => void;
}

function ConfirmChange(props: ConfirmChangeProps) {
  const { plan, before, subscription, card, onBegin, onFail, onUseAnother, onClose } = props;
  const change: Change = { plan, before };
  const { mutate: changePlan, isPending } = useChangePlan();
  return (
    <ConfirmDialog
      isOpen
      title={titleOf(change)}
      description={descriptionOf(change, subscription)}
      confirmLabel={labelOf(change)}
      isPending={isPending}
      onConfirm={() => {
        onBegin();
        changePlan({ id: plan.id, name: plan.name }, { onSuccess: onClose, onError: onFail });
      }}
      onClose={onClose}
    >
      <ChangeConsequences {...change} subscription={subscription} />
      {card === null ? null : (
        <p className="mt-3 flex flex-wrap items-center justify-between gap-2 text-sm first:mt-0">
          <span>Charged to {cardText(card)}.</span>
          <Button
            size="sm"
            disabledReason={isPending ? "The plan is being changed" : undefined}
            onClick={onUseAnother}
          >
            Use another card
          </Button>
        </p>
      )}
    </ConfirmDialog>
  );
}

function ChangeConsequences({ plan, before, subscription }: Change & { subscription: Subscription }) {
  if (before === null) return null;
  return (
    <Consequences
      plan={plan}
      current={before}
      subscription={subscription}
      first={`The period until ${dayText(subscription.period_end)} is charged by the day: its invoice has the days on ${before.name} and those on ${plan.name}. Today counts for ${plan.name}.`}
    />
  );
}

interface PayDialogProps extends Change {
  subscription: Subscription;
  billingEmail: string;
  onClose: () => void;
}

/** Asks for a card, and then chooses the plan. */
function PayDialog({ subscription, billingEmail, onClose, ...change }: PayDialogProps) {
  return (
    <PaymentDialog
      title={titleOf(change)}
      description={descriptionOf(change, subscription)}
      submitLabel={labelOf(change)}
      choice={{ plan: change.plan, billing_email: billingEmail }}
      onClose={onClose}
    >
      <div className="mb-4 flex flex-col gap-3">
        <ChangeConsequences {...change} subscription={subscription} />
        <p className="text-sm text-ink-2">
          Nothing is charged now. The card is charged on the first day of the next period,{" "}
          {dayText(subscription.period_end)}.
        </p>
      </div>
    </PaymentDialog>
  );
}

export function CancelDialog({
  choosing,
  current,
  subscription,
  onClose,
}: Omit<ChangeDialogProps, "wanted">) {
  const { mutate: cancel, isPending } = useCancelPlan();
  const next = choosing.offered.find(({ id }) => id === choosing.default_id);
  if (!next || choosePlan(next.id, choosing).kind !== "cancel" || subscription.cancel_at !== null)
    return (
      <Dialog
        isOpen
        size="sm"
        title="There is no plan to cancel"
        description={
          subscription.cancel_at === null
            ? `${current.name} goes on until you choose another plan.`
            : `${current.name} is cancelled already. It ends on ${dayText(subscription.cancel_at)}.`
        }
        footer={<Button onClick={onClose}>Close</Button>}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      isOpen
      title={`Cancel ${current.name}?`}
      description={`${current.name} counts until ${dayText(subscription.period_end)}, and is charged until then. After that, the organization is on ${next.name}, which costs nothing.`}
      confirmLabel="Cancel plan"
      cancelLabel="Keep plan"
      isDanger
      isPending={isPending}
      onConfirm={() => cancel(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Consequences
        plan={next}
        current={current}
        subscription={subscription}
        first="Until then you can take this back on this page."
      />
    </ConfirmDialog>
  );
}
