/** How do groups look from outside? */
import { type IdKind, publicId } from "@posthorn/contract/ids";
import type { MetricDimension, MetricRow } from "@posthorn/contract/metrics";
import type { Group } from "../../metrics/read-cube.sql.ts";

const KINDS: Readonly<Record<string, IdKind>> = {
  source_id: "source",
  webhook_id: "connection",
  destination_id: "destination",
  event_id: "event",
  event_data_id: "payload",
  cli_id: "cli_client",
  bulk_retry_id: "bulk_operation",
  bulk_retry_ids: "bulk_operation",
  transformation_id: "transformation",
};

/** Inside, an empty text means that there is none, and 0 that there was no response. */
function dimensionView(name: string, value: string | number): MetricDimension {
  if (value === "" || (name === "response_status" && value === 0)) return null;
  const kind = KINDS[name];
  return kind === undefined ? value : publicId(kind, String(value));
}

export function metricRow(
  { bucket, dimensions, measures }: Group,
  names: { dimensions: readonly string[]; measures: readonly string[] },
): MetricRow {
  return {
    time_bucket: bucket,
    dimensions: Object.fromEntries(
      names.dimensions.map((name, at) => [name, dimensionView(name, dimensions[at] ?? "")]),
    ),
    metrics: Object.fromEntries(names.measures.map((name, at) => [name, measures[at] ?? null])),
  };
}
