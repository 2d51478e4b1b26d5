/**
 * /settings/organization/plans: what the organization's plan allows, beside the other plans that the operator offers. The
 * address names the row that a person came for. Without plans, nothing is limited.
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { plansQuery, subscriptionQuery } from "../../resources/plans/plan-queries.ts";
import { ROW_IDS } from "../../resources/plans/row-ids.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { ComparePlans } from "./compare-plans.tsx";
import { SelfHostedCard } from "./self-hosted-card.tsx";

const route = getRouteApi("/_app/settings/organization/plans");

export function PlansScreen() {
  return (
    <SettingsMain>
      <div className="py-6">
        <Plans />
      </div>
    </SettingsMain>
  );
}

function Plans() {
  const { highlight } = route.useSearch();
  const { organization } = useSession();
  const subscription = useQuery(subscriptionQuery(organization.id));
  const plans = useQuery(plansQuery(organization.id));
  if (subscription.data?.plan === null) return <SelfHostedCard />;
  if (subscription.data?.plan && plans.data)
    return (
      <ComparePlans
        subscription={subscription.data}
        current={subscription.data.plan}
        plans={plans.data.models}
        contactUrl={plans.data.contact_url}
        highlight={ROW_IDS.find((id) => id === highlight)}
      />
    );
  const failed = [subscription, plans].find(({ isError }) => isError);
  if (failed) return <LoadFailed error={failed.error} onRetry={() => failed.refetch()} />;
  return <TextSkeleton label="plans" lines={8} />;
}
