/**
 * The plans side by side. The current one is marked; a tinted row is what a person came for, and a sentence below says
 * what this row decides.
 *
 * A plan in an older version, or one that is no longer offered, is called legacy. It is shown if the organization has it, until
 * a person hides it. The table scrolls in a box of its own, and its first column stays.
 */
import type { Choosing } from "@posthorn/contract/plan-choice";
import type { Plan, Subscription } from "@posthorn/contract/plans";
import { cx } from "class-variance-authority";
import { Check } from "lucide-react";
import { useState, type ReactNode } from "react";
import { dayText } from "../../resources/plans/period.ts";
import { monthlyText, PLAN_ROWS, type PlanRow } from "../../resources/plans/plan-rows.ts";
import type { RowId } from "../../resources/plans/row-ids.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { reasonOf } from "./highlight-reasons.ts";
import { PlanAction } from "./plan-action.tsx";

export interface ComparePlansProps {
  subscription: Subscription;
  /** The plan of the subscription. */
  current: Plan;
  plans: readonly Plan[];
  contactUrl: string | null;
  /** Null: admins do not choose plans here. */
  choosing: Choosing | null;
  highlight: RowId | undefined;
}

const HEAD_WIDTH_PX = 144;
const PLAN_WIDTH_PX = 156;

const isSame = (one: Plan, other: Plan) => one.id === other.id && one.version === other.version;

export function ComparePlans({
  subscription,
  current,
  plans,
  contactUrl,
  choosing,
  highlight,
}: ComparePlansProps) {
  const { organization } = useSession();
  const [hasLegacy, setHasLegacy] = useState(current.is_legacy);
  const shown = plans.filter((plan) => hasLegacy || !plan.is_legacy);
  return (
    <>
      <section
        aria-label="Plans"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg border border-line bg-surface"
      >
        <table
          className="w-full table-fixed border-separate border-spacing-0 text-left text-sm [&_td]:border-l [&_th+th]:border-l [&_tr>*]:border-line [&_tr+tr>*]:border-t"
          style={{ minWidth: HEAD_WIDTH_PX + shown.length * PLAN_WIDTH_PX }}
        >
          <thead>
            <tr>
              <th
                scope="col"
                style={{ width: HEAD_WIDTH_PX }}
                className="sticky left-0 z-10 border-b bg-surface p-4 align-top font-normal"
              >
                <span className="block text-ink-2 [overflow-wrap:anywhere]">{organization.name}</span>
                <span className="mt-1 block text-xs text-ink-3">
                  Next period begins {dayText(subscription.period_end)}. Prices are for the organization, per
                  month.
                </span>
              </th>
              {shown.map((plan) => (
                <PlanHead key={`${plan.id} ${plan.version}`} plan={plan} isCurrent={isSame(plan, current)}>
                  <PlanAction
                    plan={plan}
                    current={current}
                    cancelAt={subscription.cancel_at}
                    choosing={choosing}
                    contactUrl={contactUrl}
                  />
                </PlanHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {PLAN_ROWS.map((row) => (
              <Row
                key={row.id}
                row={row}
                isHighlighted={row.id === highlight}
                plans={shown}
                current={current}
              />
            ))}
          </tbody>
        </table>
      </section>
      <div className="mt-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2 text-xs text-ink-2">
        <p className="min-w-0 flex-1 basis-60 py-1.5">
          {highlight === undefined ? null : reasonOf(highlight, current, subscription)}
        </p>
        {plans.some(({ is_legacy }) => is_legacy) ? (
          <Button variant="quiet" size="sm" aria-pressed={hasLegacy} onClick={() => setHasLegacy(!hasLegacy)}>
            {hasLegacy ? "Hide legacy plans" : "Show legacy plans"}
          </Button>
        ) : null}
      </div>
    </>
  );
}

interface PlanHeadProps {
  plan: Plan;
  isCurrent: boolean;
  /** What can be done about it. */
  children: ReactNode;
}

function PlanHead({ plan, isCurrent, children }: PlanHeadProps) {
  const price = monthlyText(plan);
  return (
    <th scope="col" className={cx("border-b p-4 align-top font-normal", isCurrent && "bg-bg")}>
      <span className="flex flex-wrap items-center justify-between gap-x-2">
        <span className="text-lg font-semibold [overflow-wrap:anywhere]">{plan.name}</span>
        <span className="flex flex-wrap gap-1">
          {plan.is_legacy ? <Badge>Legacy</Badge> : null}
          {isCurrent ? <Badge>Current plan</Badge> : null}
        </span>
      </span>
      <span className="block text-xs text-ink-2">{plan.description}</span>
      <span className="mt-2 block">
        <span className="text-2xl font-semibold tabular-nums">{price}</span>
        {plan.prices === null ? null : <span className="text-xs text-ink-2"> / month</span>}
      </span>
      {children}
    </th>
  );
}

interface RowProps {
  row: PlanRow;
  isHighlighted: boolean;
  plans: readonly Plan[];
  current: Plan;
}

function Row({ row, isHighlighted, plans, current }: RowProps) {
  const weight = isHighlighted ? "bg-sel font-semibold" : "font-normal";
  return (
    <tr>
      <th
        scope="row"
        ref={isHighlighted ? scrollIntoView : null}
        className={cx("sticky left-0 px-4 py-2.5", weight, !isHighlighted && "bg-surface text-ink-2")}
      >
        {row.label}
      </th>
      {plans.map((plan) => (
        <td
          key={`${plan.id} ${plan.version}`}
          className={cx(
            "px-4 py-2.5 tabular-nums",
            weight,
            !isHighlighted && isSame(plan, current) && "bg-bg",
          )}
        >
          <Cell value={row.cell(plan)} />
        </td>
      ))}
    </tr>
  );
}

/** Only up and down: sideways, the table begins at its first plan. */
function scrollIntoView(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function Cell({ value }: { value: string | boolean }) {
  if (typeof value === "string") return value;
  return value ? (
    <>
      <Check aria-hidden className="size-4" />
      <span className="sr-only">Included</span>
    </>
  ) : (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">Not included</span>
    </>
  );
}
