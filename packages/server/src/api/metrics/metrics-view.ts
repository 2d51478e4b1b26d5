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
  issue_id: "issue",
};

/** Inside, 0 means that there was no response. Published clients expect no null here. */
function dimensionView(name: string, value: string | number): MetricDimension {
  if (value === "" || (name === "response_status" && value === 0)) return "";
  const kind = KINDS[name];
  return kind === undefined ? value : publicId(kind, String(value));
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

const NO_SERIES: Series = { dimensions: [], bucketsMs: new Float64Array(), measures: [] };

const LONGEST_BUCKET = `${BEFORE.time_bucket}"${new Date(0).toISOString()}"`;
const BEGINNING = Buffer.from('{"data":[');
const ROW_END = Buffer.from("}},");
const END = Buffer.from("]");
/** Guesses. More room is made where they are not enough, but then all that is written must be copied. */
const NUMBER_BYTES = 20;
const METADATA_BYTES = 1024;

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** A reply with the first `limit` groups, which lacks its metadata and its end; and how many groups there are. */
export function writeRows(
  all: readonly Series[],
  names: Names & { buckets: unknown },
  limit: number,
): { reply: WrittenBytes; count: number } {
  // Thousands of rows share a few series, so each is written out once, up to the first measure.
  const beginnings = all.map(({ dimensions }) => {
    const view = names.dimensions.map((name, at) => [name, dimensionView(name, dimensions[at] ?? "")]);
    return Buffer.from(BEFORE.dimensions + JSON.stringify(Object.fromEntries(view)) + BEFORE.metrics);
  });
  const measureNames = names.measures.map((name, at) =>
    Buffer.from(`${at === 0 ? "" : ","}${JSON.stringify(name)}:`),
  );
  const { count, series, at } = inOrder(all);
  const shown = Math.min(count, limit);
  const rowBytes = LONGEST_BUCKET.length + lengthOf(measureNames) + names.measures.length * NUMBER_BYTES;
  const beginningBytes = all.reduce(
    (sum, { bucketsMs }, place) => sum + bucketsMs.length * (beginnings[place]?.length ?? 0),
    0,
  );
  const reply = new WrittenBytes(shown * (rowBytes + ROW_END.length) + beginningBytes + METADATA_BYTES);
  reply.add(BEGINNING);
  let bucketMs = Number.NaN;
  let bucket = BEGINNING;
  // Plain loops: a chart has ten thousand rows.
  for (let row = 0; row < shown; row++) {
    const place = series[row] ?? 0;
    const group = at[row] ?? 0;
    const { bucketsMs, measures } = all[place] ?? NO_SERIES;
    if (bucketsMs[group] !== bucketMs) {
      bucketMs = bucketsMs[group] ?? 0;
      bucket = Buffer.from(
        BEFORE.time_bucket + (names.buckets === null ? "null" : `"${new Date(bucketMs).toISOString()}"`),
      );
    }
    reply.add(bucket);
    reply.add(beginnings[place] ?? END);
    for (let measure = 0; measure < measureNames.length; measure++) {
      reply.add(measureNames[measure] ?? END);
      reply.addNumber(measures[measure]?.[group] ?? Number.NaN);
    }
    reply.add(ROW_END);
  }
  if (shown > 0) reply.dropLast(); // the comma after the last row
  reply.add(END);
  return { reply, count };
}
