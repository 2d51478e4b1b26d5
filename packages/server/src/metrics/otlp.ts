/**
 * How do families become a push of OpenTelemetry?
 *
 * As the protobuf that OTLP over HTTP carries, written by OpenTelemetry's own serializer. Counters and histograms are
 * cumulative since the beginning of the UTC day, which is their start time: so a receiver sees the restart at midnight
 * for what it is. Loaded with the first push, because most installations have none.
 */
import { ValueType } from "@opentelemetry/api";
import { ProtobufMetricsSerializer } from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type MetricData,
} from "@opentelemetry/sdk-metrics";
import type { HistogramSample, MetricFamily } from "./families.ts";

export interface OtlpPush {
  families: readonly MetricFamily[];
  /** Since when the counters count. */
  sinceMs: number;
  atMs: number;
  project_id: string;
  version: string;
}

export function otlpBody({ families, sinceMs, atMs, project_id, version }: OtlpPush): Buffer {
  const times = { startTime: hrTime(sinceMs), endTime: hrTime(atMs) };
  const body = ProtobufMetricsSerializer.serializeRequest({
    resource: resourceFromAttributes({
      "service.name": "posthorn",
      "service.version": version,
      "posthorn.project_id": project_id,
    }),
    scopeMetrics: [
      {
        scope: { name: "posthorn", version },
        metrics: families
          .filter(({ samples }) => samples.length > 0)
          .map((family) => metricOf(family, times)),
      },
    ],
  });
  return Buffer.from(body ?? []);
}

/** How many points the receiver refused, of an answer with status 200. An answer that cannot be read refused none. */
export function rejectedPoints(answer: Uint8Array): number {
  if (answer.length === 0) return 0;
  try {
    return ProtobufMetricsSerializer.deserializeResponse(answer).partialSuccess?.rejectedDataPoints ?? 0;
  } catch {
    return 0;
  }
}

type Times = Pick<DataPoint<number>, "startTime" | "endTime">;

function metricOf(family: MetricFamily, times: Times): MetricData {
  const isSeconds = family.name.endsWith("_seconds");
  const described = {
    descriptor: {
      name: family.name,
      description: family.help,
      unit: isSeconds ? "s" : "",
      valueType: isSeconds ? ValueType.DOUBLE : ValueType.INT,
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (family.type === "histogram")
    return {
      ...described,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: family.samples.map((sample) => ({
        ...times,
        attributes: sample.labels,
        value: histogramOf(sample),
      })),
    };
  const dataPoints = family.samples.map(({ labels, value }) => ({ ...times, attributes: labels, value }));
  return family.type === "counter"
    ? { ...described, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...described, dataPointType: DataPointType.GAUGE, dataPoints };
}

function histogramOf({ bounds, counts, sum }: HistogramSample) {
  const count = counts.reduce((total, inBucket) => total + inBucket, 0);
  return { buckets: { boundaries: [...bounds], counts: [...counts] }, sum, count };
}

function hrTime(ms: number): [number, number] {
  return [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];
}
