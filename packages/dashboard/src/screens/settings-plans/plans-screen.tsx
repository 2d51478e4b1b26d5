/**
 * /settings/organization/plans: what the organization's plan allows, beside the other plans that the operator offers. The
 * address names the row that a person came for. Below it, `/{plan}` and `/downgrade` are dialogs that change the plan, where
 * admins choose plans. Without plans, nothing is limited.
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { plansQuery, subscriptionQuery } from "../../resources/plans/plan-queries.ts";
import { ROW_IDS, type RowId } from "../../resources/plans/row-ids.ts";
import { useReport } from "../../resources/product-events/use-report.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import { later } from "../../ui/later.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { ComparePlans } from "./compare-plans.tsx";
import { SelfHostedCard } from "./self-hosted-card.tsx";

const route = getRouteApi("/_app/settings/organization/plans");

const dialogs = later(() => import("./change-dialogs.tsx"));
const ChangeDialog = dialogs.component((loaded) => loaded.ChangeDialog);
const CancelDialog = dialogs.component((loaded) => loaded.CancelDialog);

const PAGE = "/settings/organization/plans";

export function PlansScreen() {
  return (
    <SettingsMain>
      <div className="py-6">
        <Plans />
      </div>
    </SettingsMain>
  );
}

/** The link that led here was about this row. */
function useReportReason(row: RowId | undefined): void {
  const report = useReport();
  const reported = useRef<RowId>(undefined);
  useEffect(() => {
    if (row === undefined || reported.current === row) return;
    reported.current = row;
    report({ name: "Selected Upgrade Reasons", properties: { reasons: [row] } });
  }, [row, report]);
}

function Plans() {
  const { highlight } = route.useSearch();
  const navigate = route.useNavigate();
  const wanted = useLocation({ select: ({ pathname }) => pathname.slice(PAGE.length + 1) });
  const close = () => void navigate({ to: PAGE, search: true, replace: true });
  const { organization } = useSession();
  const highlighted = ROW_IDS.find((id) => id === highlight);
  useReportReason(highlighted);
  const subscription = useQuery(subscriptionQuery(organization.id));
  const plans = useQuery(plansQuery(organization.id));
  if (subscription.data?.plan === null) return <SelfHostedCard />;
  if (subscription.data?.plan && plans.data) {
    const { models, contact_url, can_choose, default_id } = plans.data;
    const current = subscription.data.plan;
    const offered = models.filter(({ is_legacy }) => !is_legacy);
    const isCancelled = subscription.data.cancel_at !== null;
    const choosing =
      can_choose && default_id !== null ? { present: current, isCancelled, default_id, offered } : null;
    const changing = { current, subscription: subscription.data };
    return (
      <>
        <ComparePlans
          {...changing}
          plans={models}
          contactUrl={contact_url}
          choosing={choosing}
          highlight={highlighted}
        />
        {choosing === null || wanted === "" ? null : wanted === "downgrade" ? (
          <CancelDialog {...changing} choosing={choosing} onClose={close} />
        ) : (
          <ChangeDialog key={wanted} {...changing} wanted={wanted} choosing={choosing} onClose={close} />
        )}
      </>
    );
  }
  const failed = [subscription, plans].find(({ isError }) => isError);
  if (failed) return <LoadFailed error={failed.error} onRetry={() => failed.refetch()} />;
  return <TextSkeleton label="plans" lines={8} />;
}
