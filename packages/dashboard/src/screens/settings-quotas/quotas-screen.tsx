/**
 * /settings/project/quotas: what the project may deliver, for how long its data are kept, and how much it has used.
 *
 * The usage is charts of Metrics, with the same names and numbers. The address says which dialog is open.
 */
import type { Quotas } from "@posthorn/contract/quotas";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { UpgradeLink } from "../../resources/plans/upgrade-link.tsx";
import { quotasQuery } from "../../resources/quotas/quota-queries.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Section } from "../../ui/form/section.tsx";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import { later } from "../../ui/later.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { type QuotasSearch, DEFAULT_QUOTA_RANGE } from "./quotas-url.ts";
import { UsageCharts } from "./usage-charts.tsx";

const route = getRouteApi("/_app/settings/project/quotas");

const dialogs = later(() => import("./quota-dialogs.tsx"));
const ThroughputDialog = dialogs.component((loaded) => loaded.ThroughputDialog);
const RetentionDialog = dialogs.component((loaded) => loaded.RetentionDialog);

export function QuotasScreen() {
  const { view, range = DEFAULT_QUOTA_RANGE } = route.useSearch();
  const navigate = route.useNavigate();
  const quotas = useQuery(quotasQuery);
  const isAdmin = useRefusal("manageProject") === undefined;
  const close = () => void navigate({ search: (search) => ({ ...search, view: undefined }), replace: true });
  const opened = isAdmin && quotas.data ? view : undefined;
  return (
    <>
      <SettingsMain>
        {quotas.data ? (
          <Limits quotas={quotas.data} />
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
          onRange={(chosen) => void navigate({ search: (search) => ({ ...search, range: chosen }) })}
        />
      </SettingsMain>
      {quotas.data && opened === "throughput" ? (
        <ThroughputDialog quotas={quotas.data} onClose={close} />
      ) : null}
      {quotas.data && opened === "retention" ? (
        <RetentionDialog quotas={quotas.data} onClose={close} />
      ) : null}
    </>
  );
}

function Limits({ quotas: { max_events_per_second, retention_days } }: { quotas: Quotas }) {
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
          <OpenDialog view="throughput">Change throughput</OpenDialog>
        </Limit>
        <BoundByPlan highlight="included_throughput" />
      </Section>
      <Section title="Retention" text="For how long payloads and attempts are kept. Bookmarks stay.">
        <Limit value={String(retention_days)} unit={retention_days === 1 ? "day" : "days"}>
          <OpenDialog view="retention">Change retention</OpenDialog>
        </Limit>
        <BoundByPlan highlight="retention_days" />
      </Section>
    </>
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

/** A link, because the dialog has an address. */
function OpenDialog({ view, children }: { view: QuotasSearch["view"]; children: string }) {
  const refusal = useRefusal("manageProject");
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
