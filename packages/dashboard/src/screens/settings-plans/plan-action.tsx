/**
 * What can be done about a plan of the table? Where admins choose plans, the buttons lead to dialogs that say what changes;
 * everywhere else, and for plans of agreed terms, people ask the operator.
 */
import { choosePlan, type Choosing } from "@posthorn/contract/plan-choice";
import type { Plan, Subscription } from "@posthorn/contract/plans";
import { Link } from "@tanstack/react-router";
import { dayText } from "../../resources/plans/period.ts";
import { fixedCents } from "../../resources/plans/plan-rows.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button, buttonClass } from "../../ui/button.tsx";

export interface PlanActionProps {
  plan: Plan;
  current: Plan;
  cancelAt: Subscription["cancel_at"];
  /** Null: admins do not choose plans here. */
  choosing: Choosing | null;
  contactUrl: string | null;
}

export function PlanAction({ plan, current, cancelAt, choosing, contactUrl }: PlanActionProps) {
  const isCurrent = plan.id === current.id && plan.version === current.version;
  const choice = choosing && !plan.is_legacy ? choosePlan(plan.id, choosing) : null;
  if (isCurrent) return <OwnPlanAction plan={plan} cancelAt={cancelAt} choosing={choosing} />;
  if (choice?.kind === "cancel")
    return cancelAt === null ? (
      <ToCancel label="Downgrade" name={plan.name} />
    ) : (
      <p className={NOTE}>Begins {dayText(cancelAt)}</p>
    );
  // The current version of a legacy plan that is cancelled: first, the person keeps their plan.
  if (choice?.kind === "stay") return null;
  if (choice?.kind === "now") return <ToPlan plan={plan} {...wordsOf(plan, current)} />;
  if (plan.is_legacy || contactUrl === null) return null;
  return (
    <a
      href={contactUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={`Contact us about ${plan.name}`}
      className={buttonClass({ className: WIDE })}
    >
      Contact us
    </a>
  );
}

const WIDE = "mt-3 w-full";
const NOTE = "mt-3 py-1.5 text-xs text-ink-2";

function OwnPlanAction({
  plan,
  cancelAt,
  choosing,
}: Pick<PlanActionProps, "plan" | "cancelAt" | "choosing">) {
  if (choosing === null) return null;
  if (cancelAt !== null)
    return (
      <>
        <p className={NOTE}>Ends {dayText(cancelAt)}</p>
        <ToPlan plan={plan} label="Keep plan" isUp={false} />
      </>
    );
  const isCancellable = choosePlan(choosing.default_id, choosing).kind === "cancel";
  return isCancellable ? <ToCancel label="Cancel plan" name={plan.name} /> : null;
}

function wordsOf(plan: Plan, current: Plan): { label: string; isUp: boolean } {
  if (plan.id === current.id) return { label: `Update to the current ${plan.name}`, isUp: true };
  const isUp = (fixedCents(plan) ?? 0) > (fixedCents(current) ?? 0);
  return { label: `${isUp ? "Upgrade" : "Downgrade"} to ${plan.name}`, isUp };
}

function ToPlan({ plan, label, isUp }: { plan: Plan; label: string; isUp: boolean }) {
  const refusal = useRefusal("managePlan");
  const look = { variant: isUp ? ("primary" as const) : ("secondary" as const), className: WIDE };
  if (refusal !== undefined)
    return (
      <Button {...look} disabledReason={refusal}>
        {label}
      </Button>
    );
  return (
    <Link
      to="/settings/organization/plans/$id"
      params={{ id: plan.id }}
      search={true}
      className={buttonClass(look)}
    >
      <span className="truncate">{label}</span>
    </Link>
  );
}

function ToCancel({ label, name }: { label: string; name: string }) {
  const refusal = useRefusal("managePlan");
  if (refusal !== undefined)
    return (
      <Button className={WIDE} disabledReason={refusal}>
        {label}
      </Button>
    );
  return (
    <Link
      to="/settings/organization/plans/$id"
      params={{ id: "downgrade" }}
      search={true}
      aria-label={label === "Downgrade" ? `Downgrade to ${name}` : label}
      className={buttonClass({ className: WIDE })}
    >
      {label}
    </Link>
  );
}
