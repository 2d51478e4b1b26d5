/** A metric by the values of a dimension: one row for each source, connection, destination, cause or error. */
import { REJECTION_CAUSES } from "@posthorn/contract/causes";
import { FILTER_MAX_VALUES } from "@posthorn/contract/limits";
import { REJECTION_CAUSE_LABELS } from "@posthorn/contract/texts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ChartPanel } from "../../ui/charts/chart-panel.tsx";
import { NoData } from "../../ui/charts/chart-states.tsx";
import { ValuesTable } from "../../ui/charts/values-table.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { useEntityNames } from "./entity-names.ts";
import { tableCsv } from "./metric-csv.ts";
import type { MetricPanelProps, PanelParts } from "./metric-panel.tsx";
import type { Dimension, MetricsAnswer } from "./metric-queries.ts";
import { tableOf } from "./metric-series.ts";
import { MetricTools } from "./metric-tools.tsx";
import type { TableMetric } from "./metric.ts";
import { unitOf } from "./units.ts";

export interface MetricTableProps extends Pick<MetricPanelProps, "dimension" | "tools"> {
  metric: TableMetric;
  answer: MetricsAnswer;
  panel: PanelParts;
}

const PAGES = {
  source_id: "/sources/$id",
  webhook_id: "/connections/$id",
  destination_id: "/destinations/$id",
} as const;

export function MetricTable({ metric, answer, panel, dimension, tools }: MetricTableProps) {
  const { title, splitBy, first, columns } = metric;
  const rows = tableOf(metric, answer);
  const ids = splitBy === dimension ? rows.flatMap(({ value }) => value ?? []) : [];
  const names = useEntityNames(dimension, ids.slice(0, FILTER_MAX_VALUES));
  const nameOf = (value: string | null) => nameIn(splitBy, value, names.nameOf);
  const units = columns.map(({ unit }, at) =>
    unitOf(unit, Math.max(0, ...rows.map(({ cells }) => cells[at] ?? 0))),
  );
  return (
    <ChartPanel
      {...panel}
      tools={
        <MetricTools metric={metric} csvOf={() => tableCsv(metric, rows, nameOf)}>
          {tools}
        </MetricTools>
      }
    >
      {rows.length === 0 ? (
        <NoData />
      ) : (
        <ValuesTable
          label={title}
          first={first}
          columns={columns.map(({ name }) => name)}
          rows={rows.map(({ value, cells }) => ({
            key: String(value),
            first: linked(splitBy, value, nameOf(value)),
            cells: cells.map((cell, at) => (cell === null ? "–" : (units[at]?.inUnit(cell) ?? String(cell)))),
          }))}
          className="max-h-full min-h-0"
        />
      )}
    </ChartPanel>
  );
}

function nameIn(dimension: Dimension, value: string | null, entityName: (id: string) => string): string {
  if (dimension === "failure") return failureName(value);
  if (value === null) return "None";
  if (dimension === "rejection_cause") {
    const cause = REJECTION_CAUSES.find((one) => one === value);
    return cause ? REJECTION_CAUSE_LABELS[cause] : value;
  }
  return dimension in PAGES ? entityName(value) : value;
}

/** Counters of before the status was counted have none. */
function failureName(value: string | null): string {
  if (value === null) return "Error response, status not counted";
  return /^\d/.test(value) ? `HTTP ${value}` : value;
}

function linked(dimension: Dimension, value: string | null, name: string): ReactNode {
  const isEntity = dimension === "source_id" || dimension === "webhook_id" || dimension === "destination_id";
  if (!isEntity || value === null) return name;
  return (
    <Link to={PAGES[dimension]} params={{ id: value }} className={linkClass}>
      {name}
    </Link>
  );
}
