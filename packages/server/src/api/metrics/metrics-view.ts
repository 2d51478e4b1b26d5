/**
 * How do groups look from outside?
 *
 * As JSON that is written here: a chart has ten thousand rows, and as objects they would hold up everything else on the
 * event loop for several times as long.
 */
import { type IdKind, publicId } from "@posthorn/contract/ids";
import type { MetricDimension, MetricRow } from "@posthorn/contract/metrics";
import { inOrder } from "../../metrics/groups-in-order.ts";
import type { Series } from "../../metrics/read-cube.sql.ts";

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

/** Thousands of rows share a few buckets and a few series, so each of those is written out once. */
function remembered<Key>(write: (key: Key) => string): (key: Key) => string {
  const known = new Map<Key, string>();
  return (key) => {
    const value = known.get(key);
    if (value !== undefined) return value;
    const written = write(key);
    known.set(key, written);
    return written;
  };
}

interface Names {
  dimensions: readonly string[];
  measures: readonly string[];
}

const BEFORE = {
  time_bucket: '{"time_bucket":',
  dimensions: ',"dimensions":',
  metrics: ',"metrics":{',
} as const satisfies Record<keyof MetricRow, string>;

/** The first `limit` groups as JSON of `MetricRow[]`, and how many groups there are. */
export function metricRowsJson(
  all: readonly Series[],
  names: Names & { buckets: unknown },
  limit: number,
): { json: string; count: number } {
  const bucketText = remembered((ms: number) =>
    names.buckets === null ? "null" : `"${new Date(ms).toISOString()}"`,
  );
  const dimensionsText = remembered(({ dimensions }: Series) =>
    JSON.stringify(
      Object.fromEntries(
        names.dimensions.map((name, at) => [name, dimensionView(name, dimensions[at] ?? "")]),
      ),
    ),
  );
  const beforeMeasure = names.measures.map((name, at) => `${at === 0 ? "" : ","}${JSON.stringify(name)}:`);
  const groups = inOrder(all);
  let rows = "";
  // Plain loops: a chart has ten thousand rows.
  for (let row = 0; row < groups.length && row < limit; row++) {
    const group = groups[row];
    if (!group) break;
    const { series, at } = group;
    rows += row === 0 ? BEFORE.time_bucket : `,${BEFORE.time_bucket}`;
    rows +=
      bucketText(series.bucketsMs[at] ?? 0) + BEFORE.dimensions + dimensionsText(series) + BEFORE.metrics;
    for (let measure = 0; measure < beforeMeasure.length; measure++)
      rows += (beforeMeasure[measure] ?? "") + String(series.measures[measure]?.[at] ?? null);
    rows += "}}";
  }
  return { json: `[${rows}]`, count: groups.length };
}
