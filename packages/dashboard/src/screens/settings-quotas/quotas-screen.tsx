/**
 * /settings/project/quotas: what the project may deliver, for how long its data are kept, and how much it has used.
 *
 * The usage is charts of Metrics, with the same names and numbers. The address says which dialog is open. If the plan sells
 * throughput, "Change throughput" buys it, and the own limit of the project has a dialog of its own.
 */
import type { Quotas } from "@posthorn/contract/quotas";
import type { Right } from "@posthorn/contract/roles";
import type { ThroughputTiers } from "@posthorn/contract/throughput";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { billingQuery } from "../../resources/billing/billing-queries.ts";
import { shortMoneyText } from "../../resources/plans/money.ts";
import { UpgradeLink } from "../../resources/plans/upgrade-link.tsx";
import { quotasQuery } from "../../resources/quotas/quota-queries.ts";
import { throughputTiersQuery } from "../../resources/quotas/throughput-queries.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Section } from "../../ui/form/section.tsx";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import { later } from "../../ui/later.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { type QuotasSearch, DEFAULT_QUOTA_RANGE } from "./quotas-url.ts";
import { UsageCharts } from "./usage-charts.tsx";

const route = getRouteApi("/_app/settings/project/quotas");

const dialogs = later(() => import("./quota-dialogs.tsx"));
const ThroughputDialog = dialogs.component((loaded) => loaded.ThroughputDialog);
const RetentionDialog = dialogs.component((loaded) => loaded.RetentionDialog);

const BuyThroughputDialog = later(() => import("./buy-throughput-dialog.tsx")).component(
  (loaded) => loaded.BuyThroughputDialog,
);
const PeriodEvents = later(() => import("./period-events.tsx")).component((loaded) => loaded.PeriodEvents);

export function QuotasScreen() {
  const { view, range = DEFAULT_QUOTA_RANGE } = route.useSearch();
  const navigate = route.useNavigate();
  const { organization, project } = useSession();
  const quotas = useQuery(quotasQuery);
  const maySeeBilling = useRefusal("seeBilling") === undefined && organization.plan !== null;
  const sold = useQuery({ ...throughputTiersQuery(organization.id, project.id), enabled: maySeeBilling });
  const details = useQuery({ ...billingQuery(organization.id), enabled: maySeeBilling });
  const mayLimit = useRefusal("manageProject") === undefined;
  const mayBuy = useRefusal("managePlan") === undefined;
  const close = () => void navigate({ search: (search) => ({ ...search, view: undefined }), replace: true });
  const isKnown = quotas.data !== undefined && !(maySeeBilling && sold.isPending);
  const tiers = sold.data && sold.data.models.length > 0 ? sold.data : null;
  const billing = details.data && details.data.provider !== "none" ? details.data : null;
  return (
    <>
      <SettingsMain>
        {quotas.data && isKnown ? (
          <>
            <Limits quotas={quotas.data} tiers={tiers} />
            {billing ? <PeriodEvents billing={billing} /> : null}
          </>
        ) : quotas.isError ? (
          <LoadFailed error={quotas.error} onRetry={quotas.refetch} />
        ) : (
          <div className="py-6">
            <TextSkeleton label="quotas" />
          </div>
        )}
        <UsageCharts
          range={range}
          cap={quotas.data?.max_events_per_second ?? null}
          period={billing}
          onRange={(chosen) => void navigate({ search: (search) => ({ ...search, range: chosen }) })}
        />
      </SettingsMain>
      {quotas.data && tiers && mayBuy && view === "throughput" ? (
        <BuyThroughputDialog quotas={quotas.data} tiers={tiers} range={range} onClose={close} />
      ) : null}
      {quotas.data && isKnown && mayLimit && (view === "limit" || (view === "throughput" && !tiers)) ? (
        <ThroughputDialog
          quotas={quotas.data}
          throughput={tiers ? throughputOf(tiers) : null}
          onClose={close}
        />
      ) : null}
      {quotas.data && mayLimit && view === "retention" ? (
        <RetentionDialog quotas={quotas.data} onClose={close} />
      ) : null}
    </>
  );
}

interface LimitsProps {
  quotas: Quotas;
  /** Null: there is nothing to buy. */
  tiers: ThroughputTiers | null;
}

function Limits({ quotas: { max_events_per_second, retention_days }, tiers }: LimitsProps) {
  return (
    <>
      <Section
        title="Throughput"
        text="How many events per second this project may deliver. More than that waits; nothing is lost."
      >
        <Limit
          value={max_events_per_second === null ? "No limit" : String(max_events_per_second)}
          unit={
            max_events_per_second === null
              ? undefined
              : `${max_events_per_second === 1 ? "event" : "events"} per second`
          }
        >
          <OpenDialog view="throughput" right={tiers ? "managePlan" : "manageProject"}>
            Change throughput
          </OpenDialog>
        </Limit>
        {tiers ? (
          <WhatItHas tiers={tiers} counts={max_events_per_second} />
        ) : (
          <BoundByPlan highlight="included_throughput" />
        )}
      </Section>
      <Section title="Retention" text="For how long payloads and attempts are kept. Bookmarks stay.">
        <Limit value={String(retention_days)} unit={retention_days === 1 ? "day" : "days"}>
          <OpenDialog view="retention" right="manageProject">
            Change retention
          </OpenDialog>
        </Limit>
        <BoundByPlan highlight="retention_days" />
      </Section>
    </>
  );
}

function throughputOf({ billing_meta: { tier, included } }: ThroughputTiers): number | null {
  return tier ?? included;
}

/** What the project has, at what price, and whether an own limit holds it below that. */
function WhatItHas({ tiers, counts }: { tiers: ThroughputTiers; counts: number | null }) {
  const { plan } = useSession().organization;
  const mayLimit = useRefusal("manageProject") === undefined;
  const { models, billing_meta } = tiers;
  const { tier, included } = billing_meta;
  const price = models.find(({ events_per_second }) => events_per_second === tier)?.price;
  const has = throughputOf(tiers);
  const isHeldBack = has !== null && counts !== null && counts < has;
  return (
    <p className="mt-2 text-sm text-ink-2">
      {price === undefined
        ? `Your plan, ${plan?.name}, includes ${has}.`
        : `The project has ${has}, for ${shortMoneyText(price)} a month; your plan, ${plan?.name}, includes ${included}.`}{" "}
      {isHeldBack ? "Its own limit is lower. " : null}
      {mayLimit ? (
        <Link
          from="/settings/project/quotas"
          to="."
          search={(search) => ({ ...search, view: "limit" as const })}
          replace
          className={linkClass}
          onPointerEnter={dialogs.load}
        >
          {isHeldBack ? "Change the own limit" : "Set a lower limit"}
        </Link>
      ) : null}
    </p>
  );
}

/** The numbers above are the lower ones of the project's setting and the plan's limit. */
function BoundByPlan({ highlight }: { highlight: "included_throughput" | "retention_days" }) {
  const { plan } = useSession().organization;
  if (plan === null) return null;
  return (
    <p className="mt-2 text-sm text-ink-2">
      At most what your plan, {plan.name}, allows. <UpgradeLink highlight={highlight} />
    </p>
  );
}

interface LimitProps {
  value: string;
  unit: string | undefined;
  children: ReactNode;
}

function Limit({ value, unit, children }: LimitProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        <span className="text-2xl font-semibold tabular-nums">{value}</span>
        {unit === undefined ? null : <span className="text-sm text-ink-2"> {unit}</span>}
      </p>
      {children}
    </div>
  );
}

interface OpenDialogProps {
  view: QuotasSearch["view"];
  /** What it takes to change it. */
  right: Right;
  children: string;
}

/** A link, because the dialog has an address. */
function OpenDialog({ view, right, children }: OpenDialogProps) {
  const refusal = useRefusal(right);
  if (refusal !== undefined) return <Button disabledReason={refusal}>{children}</Button>;
  return (
    <Link
      from="/settings/project/quotas"
      to="."
      search={(search) => ({ ...search, view })}
      replace
      className={buttonClass()}
      onPointerEnter={dialogs.load}
    >
      {children}
    </Link>
  );
}
