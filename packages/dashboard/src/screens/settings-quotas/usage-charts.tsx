/** How much has the project used? Charts of Metrics over one of six ranges. A drag in one opens it there, for those dates. */
import type { BillingDetails } from "@posthorn/contract/billing";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { CATEGORY_DIMENSIONS, type Category, type MetricId } from "../../resources/metrics/categories.ts";
import type { EntityNames } from "../../resources/metrics/entity-names.ts";
import { MetricPanel } from "../../resources/metrics/metric-panel.tsx";
import { draggedRange } from "../../resources/metrics/metric-range.ts";
import { METRICS_OF } from "../../resources/metrics/metrics.ts";
import { dayText } from "../../resources/plans/period.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { useNow } from "../../ui/use-now.ts";
import { datesOf, QUOTA_RANGES, type QuotaRange } from "./quotas-url.ts";

const CHARTS: readonly (readonly [category: Category, id: MetricId])[] = [
  ["connections", "events_rate"],
  ["destinations", "events_max_rate"],
  ["connections", "events_count"],
  ["sources", "requests_count"],
];
const SHOWN = CHARTS.flatMap(([category, id]) =>
  METRICS_OF[category].filter((metric) => metric.id === id).map((metric) => ({ category, metric })),
);
const CHART_HEIGHT_PX = 224;
const SECONDS_PER_MINUTE = 60;
/** The charts are of the whole project, so none of them names a part of it. */
const NO_NAMES: EntityNames = { nameOf: (id) => id };
const WHOLE_PROJECT = {};
/** `Billing period began 11-01`: a day in UTC, as all days of the period are. */
function markOf(period: UsageChartsProps["period"]) {
  if (period === null) return undefined;
  const { period_start } = period;
  const day = dayText(period_start).slice("2026-".length);
  return { atMs: Date.parse(period_start), label: `Billing period began ${day}` };
}

const RANGES = QUOTA_RANGES.map((range) => ({ value: range, label: range }));

export interface UsageChartsProps {
  range: QuotaRange;
  /** Null: no cap, or it is not known yet. */
  cap: number | null;
  /** The billing period. Null: no invoices are made, or it is not known yet. */
  period: Pick<BillingDetails, "period_start" | "period_end"> | null;
  onRange: (range: QuotaRange) => void;
}

export function UsageCharts({ range, cap, period, onRange }: UsageChartsProps) {
  const navigate = useNavigate();
  const { project } = useSession();
  const minute = Math.floor(useNow().getTime() / 60_000);
  const date = useMemo(() => datesOf(range, new Date(minute * 60_000)), [range, minute]);
  return (
    <section aria-labelledby="usage" className="py-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <div>
          <h2 id="usage" className="text-base font-semibold">
            Usage
          </h2>
          {period === null ? null : (
            <p className="text-sm text-ink-2">
              {project.name} · billing period {dayText(period.period_start)} to {dayText(period.period_end)}
            </p>
          )}
        </div>
        <SegmentedControl label="Range" choices={RANGES} value={range} onChange={onRange} />
      </div>
      <div className="grid gap-3 @3xl:grid-cols-2">
        {SHOWN.map(({ category, metric }) => (
          <MetricPanel
            key={metric.id}
            metric={metric}
            date={date}
            filter={WHOLE_PROJECT}
            dimension={CATEGORY_DIMENSIONS[category]}
            names={NO_NAMES}
            isTable={false}
            height={CHART_HEIGHT_PX}
            hasPeak
            capPerMinute={cap === null ? undefined : cap * SECONDS_PER_MINUTE}
            mark={metric.id === "events_count" ? markOf(period) : undefined}
            cursorKey="quotas"
            onNarrow={(dragged) =>
              void navigate({
                to: "/metrics/$category",
                params: { category },
                search: { date: draggedRange(dragged), expanded: metric.id },
              })
            }
          />
        ))}
      </div>
    </section>
  );
}
