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
import { WrittenBytes } from "./written-bytes.ts";

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
function remembered<Key>(write: (key: Key) => string): (key: Key) => Uint8Array {
  const known = new Map<Key, Uint8Array>();
  return (key) => {
    const value = known.get(key);
    if (value !== undefined) return value;
    const written = Buffer.from(write(key));
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

const BEGINNING = Buffer.from('{"data":[');
const COMMA = Buffer.from(",");
const ROW_END = Buffer.from("}}");
const END = Buffer.from("]");
/** Guesses. More room is made where they are not enough. */
const ROW_BYTES = 256;
const METADATA_BYTES = 1024;

/** A reply with the first `limit` groups, which lacks its metadata and its end; and how many groups there are. */
export function writeRows(
  all: readonly Series[],
  names: Names & { buckets: unknown },
  limit: number,
): { reply: WrittenBytes; count: number } {
  const beforeDimensions = remembered(
    (ms: number) =>
      BEFORE.time_bucket +
      (names.buckets === null ? "null" : `"${new Date(ms).toISOString()}"`) +
      BEFORE.dimensions,
  );
  const beforeMeasures = remembered(({ dimensions }: Series) => {
    const view = names.dimensions.map((name, at) => [name, dimensionView(name, dimensions[at] ?? "")]);
    return JSON.stringify(Object.fromEntries(view)) + BEFORE.metrics;
  });
  const beforeMeasure = names.measures.map((name, at) =>
    Buffer.from(`${at === 0 ? "" : ","}${JSON.stringify(name)}:`),
  );
  const groups = inOrder(all);
  const shown = Math.min(groups.length, limit);
  const reply = new WrittenBytes(shown * ROW_BYTES + METADATA_BYTES);
  reply.add(BEGINNING);
  // Plain loops: a chart has ten thousand rows.
  for (let row = 0; row < shown; row++) {
    const group = groups[row];
    if (!group) break;
    const { series, at } = group;
    if (row > 0) reply.add(COMMA);
    reply.add(beforeDimensions(series.bucketsMs[at] ?? 0));
    reply.add(beforeMeasures(series));
    for (let measure = 0; measure < beforeMeasure.length; measure++) {
      reply.add(beforeMeasure[measure] ?? COMMA);
      reply.addNumber(series.measures[measure]?.[at] ?? null);
    }
    reply.add(ROW_END);
  }
  reply.add(END);
  return { reply, count: groups.length };
}
