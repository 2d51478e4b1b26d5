/**
 * What is a metric before it has a format?
 *
 * The product's health and a project's counters become families, and each format writes the same families:
 * exposition.ts for Prometheus, otlp.ts for OpenTelemetry, datadog.ts for Datadog. A name ends in its unit and has no
 * `_total`: the formats that want it add it. Labels hold closed sets and ids of our own, never text of a sender.
 */
import type { HistogramCounts } from "../histogram.ts";

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  labels: Labels;
  value: number;
}

export interface HistogramSample extends HistogramCounts {
  labels: Labels;
}

interface Described {
  name: string;
  help: string;
}

export type NumberFamily = Described & {
  /** A counter only grows, until its process or its project ends. */
  type: "counter" | "gauge";
  samples: readonly Sample[];
};
export type HistogramFamily = Described & { type: "histogram"; samples: readonly HistogramSample[] };
export type MetricFamily = NumberFamily | HistogramFamily;

type Values = number | readonly Sample[];

function samplesOf(values: Values): readonly Sample[] {
  return typeof values === "number" ? [{ labels: {}, value: values }] : values;
}

export function counter(name: string, help: string, values: Values): NumberFamily {
  return { type: "counter", name, help, samples: samplesOf(values) };
}

export function gauge(name: string, help: string, values: Values): NumberFamily {
  return { type: "gauge", name, help, samples: samplesOf(values) };
}

export function histogram(name: string, help: string, samples: readonly HistogramSample[]): HistogramFamily {
  return { type: "histogram", name, help, samples };
}

/** One sample for each entry of a record, under one label. */
export function labelled(label: string, values: Iterable<readonly [string | number, number]>): Sample[] {
  return Array.from(values, ([name, value]) => ({ labels: { [label]: String(name) }, value }));
}
