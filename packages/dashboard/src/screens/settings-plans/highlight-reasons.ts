/** What does the tinted row of the compare table decide? One sentence, with the numbers of the organization. */
import type { Plan, Subscription } from "@posthorn/contract/plans";
import { FEATURE_LABELS } from "../../resources/plans/feature-labels.ts";
import { daysText, eventsText, includedEvents } from "../../resources/plans/plan-rows.ts";
import type { RowId } from "../../resources/plans/row-ids.ts";
import { countText } from "../../ui/count.ts";

type Reason = (plan: Plan, subscription: Subscription) => string;

function ofEvents(plan: Plan, { usage }: Subscription): string {
  const included = includedEvents(plan);
  const used = `This period has used ${countText(usage.events)} ${usage.events === 1 ? "event" : "events"}`;
  return included === null ? `${used}.` : `${used}; your plan includes ${eventsText(included)}.`;
}

function ofEventsBeyond(plan: Plan, subscription: Subscription): string {
  const beyond = {
    reject: " Requests beyond them are rejected until the next period begins.",
    accept: " Events beyond them are accepted.",
  };
  return ofEvents(plan, subscription) + (plan.over_limit === null ? "" : beyond[plan.over_limit]);
}

function ofFeature(feature: keyof typeof FEATURE_LABELS): Reason {
  return ({ name, features }) =>
    features.includes(feature)
      ? `${FEATURE_LABELS[feature]} is part of your plan, ${name}.`
      : `${FEATURE_LABELS[feature]} is not part of your plan, ${name}. The row shows which plans have it.`;
}

const REASONS: Readonly<Record<RowId, Reason>> = {
  events: ofEvents,
  over_limit: ofEventsBeyond,
  retention_days: ({ limits }) =>
    limits.retention_days === null
      ? "Retention decides how far back you can look."
      : `Retention decides how far back you can look: with your plan, ${daysText(limits.retention_days)}.`,
  max_users({ limits }, { users }) {
    const has = `The organization has ${users === 1 ? "1 user" : `${countText(users)} users`}, open invitations included`;
    return limits.max_users === null ? `${has}.` : `${has}; your plan allows ${countText(limits.max_users)}.`;
  },
  included_throughput: ({ name, throughput_tiers }) =>
    `Throughput decides how many events per second a project can deliver.${throughput_tiers.length > 0 ? ` With ${name}, a project can buy more.` : ""}`,
  api_rate_limit: () => "The API rate limit decides how many calls an API key can make in a minute.",
  max_payload_size_mb: () => "The payload size decides how large a request can be that Posthorn accepts.",
  viewer_role: ofFeature("viewer_role"),
  all_integrations: ofFeature("all_integrations"),
  metrics: ofFeature("metrics"),
  metrics_export: ofFeature("metrics_export"),
  sla: ofFeature("sla"),
};

export function reasonOf(row: RowId, plan: Plan, subscription: Subscription): string {
  return REASONS[row](plan, subscription);
}
