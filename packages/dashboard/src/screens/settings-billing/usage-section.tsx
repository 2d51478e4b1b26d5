/**
 * What has each day of the period used? Two charts, from which a person goes on to the metrics of the same dates. Metrics
 * are of one project, and this page counts all projects of the organization. Days to come have their place, so that a day is
 * as wide at the beginning of a period as at its end.
 */
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { getUsage, Subscription } from "@posthorn/contract/plans";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Category } from "../../resources/metrics/categories.ts";
import { usageQuery } from "../../resources/plans/plan-queries.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { ChartFailed, ChartLoading } from "../../ui/charts/chart-states.tsx";
import { Histogram } from "../../ui/charts/histogram.tsx";
import { Section } from "../../ui/form/section.tsx";
import { linkClass } from "../../ui/link-class.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const CHART_HEIGHT_PX = 120;

const CHARTS = [
  { kind: "events", name: "Events", category: "connections" },
  { kind: "requests", name: "Requests", category: "sources" },
] as const satisfies readonly { kind: "events" | "requests"; name: string; category: Category }[];

type Day = ReplyOf<typeof getUsage>["models"][number];

/** The server lists all days until today. */
function daysOf(models: readonly Day[], kind: "events" | "requests", days: number): number[] {
  return Array.from({ length: days }, (_none, at) => models[at]?.[kind] ?? 0);
}

export function UsageSection({ subscription }: { subscription: Subscription }) {
  const { period_start: min, period_end: max, projects } = subscription;
  const { organization, project } = useSession();
  const usage = useQuery(usageQuery(organization.id));
  const navigate = useNavigate();
  const days = Math.round((Date.parse(max) - Date.parse(min)) / DAY_MS);
  return (
    <Section
      title="Usage by day"
      text={
        projects === 1
          ? "A day begins at 00:00 UTC."
          : `Of all ${projects} projects. A day begins at 00:00 UTC. Metrics show one project: ${project.name}.`
      }
    >
      <div className="flex flex-col gap-6">
        {CHARTS.map(({ kind, name, category }) => (
          <div key={kind}>
            {usage.data?.models.every((day) => day[kind] === 0) ? (
              <p className="text-sm text-ink-2">No {kind} in this period yet.</p>
            ) : usage.data ? (
              <Histogram
                label={`${name} by day`}
                from={new Date(min)}
                stepMs={DAY_MS}
                series={[{ name, tone: "ink", values: daysOf(usage.data.models, kind, days) }]}
                heightPx={CHART_HEIGHT_PX}
                onBrush={(range) =>
                  void navigate({
                    to: "/metrics/$category",
                    params: { category },
                    search: { date: { min: range.min.toISOString(), max: range.max.toISOString() } },
                  })
                }
              />
            ) : (
              <div className="flex flex-col" style={{ height: CHART_HEIGHT_PX }}>
                {usage.isError ? (
                  <ChartFailed onRetry={() => void usage.refetch()} />
                ) : (
                  <ChartLoading title={`${name} by day`} />
                )}
              </div>
            )}
            <Link
              to="/metrics/$category"
              params={{ category }}
              search={{ date: { min, max } }}
              className={`${linkClass} inline-block py-1 text-xs`}
            >
              {name} in metrics
            </Link>
          </div>
        ))}
      </div>
    </Section>
  );
}
