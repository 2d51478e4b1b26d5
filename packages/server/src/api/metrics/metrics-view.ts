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

/** Thousands of rows share a few buckets and ids, so each of those is written out once. */
function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key);
    if (value !== undefined) return value;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

export function metricRowOf(names: {
  dimensions: readonly string[];
  measures: readonly string[];
}): (group: Group) => MetricRow {
  const bucketText = remembered((ms: number) => new Date(ms).toISOString());
  const views = names.dimensions.map((name) =>
    remembered((value: string | number) => dimensionView(name, value)),
  );
  return ({ bucketMs, dimensions, measures }) => {
    const row: MetricRow = {
      time_bucket: bucketMs === null ? null : bucketText(bucketMs),
      dimensions: {},
      metrics: {},
    };
    names.dimensions.forEach(
      (name, at) => (row.dimensions[name] = views[at]?.(dimensions[at] ?? "") ?? null),
    );
    names.measures.forEach((name, at) => (row.metrics[name] = measures[at] ?? null));
    return row;
  };
}
