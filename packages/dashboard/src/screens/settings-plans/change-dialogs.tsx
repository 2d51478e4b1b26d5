/**
 * What happens with another plan, and is that meant? /settings/organization/plans/{plan} asks before a change, and
 * /plans/downgrade before a plan is cancelled. Both say what it costs, from when, and what the smaller plan takes away.
 */
import { choosePlan, type Choosing, isFree } from "@posthorn/contract/plan-choice";
import type { Plan, Subscription } from "@posthorn/contract/plans";
import { useCancelPlan, useChangePlan } from "../../resources/billing/billing-actions.ts";
import { dayText } from "../../resources/plans/period.ts";
import { daysText, monthlyText } from "../../resources/plans/plan-rows.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { countText } from "../../ui/count.ts";
import { Dialog } from "../../ui/dialog.tsx";

export interface ChangeDialogProps {
  /** As the address names it. */
  wanted: string;
  choosing: Choosing;
  current: Plan;
  subscription: Subscription;
  onClose: () => void;
}

export function ChangeDialog(props: ChangeDialogProps) {
  const { wanted, choosing, current, subscription, onClose } = props;
  const { mutate: change, isPending } = useChangePlan();
  const choice = choosePlan(wanted, choosing);
  if (choice.kind === "cancel") return <CancelDialog {...props} />;
  if (choice.kind === "refused" || (choice.kind === "stay" && subscription.cancel_at === null))
    return (
      <Dialog
        isOpen
        size="sm"
        title={choice.kind === "refused" ? "This plan cannot be chosen" : `${current.name} is your plan`}
        description={choice.kind === "refused" ? choice.why : "There is nothing to change."}
        footer={<Button onClick={onClose}>Close</Button>}
        onClose={onClose}
      />
    );
  const plan = choice.kind === "now" ? choice.plan : current;
  return (
    <ConfirmDialog
      isOpen
      title={choice.kind === "stay" ? `Keep ${plan.name}?` : `Change to ${plan.name}?`}
      description={
        choice.kind === "stay"
          ? `${plan.name} goes on after ${dayText(subscription.cancel_at ?? "")}, for ${monthlyText(plan)} a month.`
          : `${plan.name} begins at once, for ${priceText(plan)}.`
      }
      confirmLabel={choice.kind === "stay" ? "Keep plan" : "Change plan"}
      isPending={isPending}
      onConfirm={() => change({ id: plan.id, name: plan.name }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {choice.kind === "stay" ? null : (
        <Consequences
          plan={plan}
          current={current}
          subscription={subscription}
          first={`The period until ${dayText(subscription.period_end)} is charged by the day: its invoice has the days on ${current.name} and those on ${plan.name}. Today counts for ${plan.name}.`}
        />
      )}
    </ConfirmDialog>
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

interface ConsequencesProps {
  /** The plan that follows. */
  plan: Plan;
  current: Plan;
  subscription: Subscription;
  first: string;
}

function Consequences({ plan, current, subscription: { users }, first }: ConsequencesProps) {
  const days = plan.limits.retention_days;
  const deletes = days !== null && days < (current.limits.retention_days ?? Infinity);
  const most = plan.limits.max_users;
  return (
    <ul className="list-disc pl-5 text-sm text-ink-2 [&>li+li]:mt-1.5">
      <li>{first}</li>
      {[plan, current].some(({ throughput_tiers }) => throughput_tiers.length > 0) ? (
        <li>
          Throughput that projects have bought costs what {plan.name} asks for it. What {plan.name} does not
          sell stops counting, and costs nothing.
        </li>
      ) : null}
      {deletes ? (
        <li>
          With {plan.name}, data that is older than {daysText(days)} is deleted.
        </li>
      ) : null}
      {most === 1 && users > most ? (
        <li>{plan.name} is for one person: everybody but the owner is locked out then. Nobody is removed.</li>
      ) : most !== null && users > most ? (
        <li>
          The organization has {countText(users)} users, open invitations included; {plan.name} allows{" "}
          {countText(most)}. Nobody is removed, but after the trial for more users nobody can be invited until
          there is room.
        </li>
      ) : null}
    </ul>
  );
}

function priceText(plan: Plan): string {
  const usage = !isFree({ prices: plan.prices?.filter((price) => price.price_type !== "fixed_price") ?? [] });
  return `${monthlyText(plan)} a month${usage ? " and what it costs by usage" : ""}`;
}
