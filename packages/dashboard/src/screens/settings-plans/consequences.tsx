/** What does a change of plan cost, and what does the smaller plan take away? */
import { isFree } from "@posthorn/contract/plan-choice";
import type { Plan, Subscription } from "@posthorn/contract/plans";
import { daysText, monthlyText } from "../../resources/plans/plan-rows.ts";
import { countText } from "../../ui/count.ts";

export interface ConsequencesProps {
  /** The plan that follows. */
  plan: Plan;
  current: Plan;
  subscription: Subscription;
  first: string;
}

export function Consequences({
  plan,
  current,
  subscription: { users, has_bought_throughput },
  first,
}: ConsequencesProps) {
  const days = plan.limits.retention_days;
  const deletes = days !== null && days < (current.limits.retention_days ?? Infinity);
  const most = plan.limits.max_users;
  return (
    <ul className="list-disc pl-5 text-sm text-ink-2 [&>li+li]:mt-1.5">
      <li>{first}</li>
      {has_bought_throughput ? (
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

/** `$39 a month and what it costs by usage` */
export function priceText(plan: Plan): string {
  const usage = !isFree({ prices: plan.prices?.filter((price) => price.price_type !== "fixed_price") ?? [] });
  return `${monthlyText(plan)} a month${usage ? " and what it costs by usage" : ""}`;
}
