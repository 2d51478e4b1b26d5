/**
 * How does Prometheus read our metrics?
 *
 * As text, in the format that the scraper prefers: OpenMetrics 1.0 or the older Prometheus text format 0.0.4. They
 * differ in the name of a counter (OpenMetrics describes `x` and samples `x_total`), in how a whole `le` is written, and
 * in the last line. Written by hand, because the known libraries write only numbers that they have counted themselves,
 * and ours come from the database (decision 39).
 */
import type { HistogramSample, Labels, MetricFamily } from "./families.ts";

export type ExpositionFormat = "openmetrics" | "text";

export const EXPOSITION_CONTENT_TYPES: Readonly<Record<ExpositionFormat, string>> = {
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
  text: "text/plain; version=0.0.4; charset=utf-8",
};

/** A scraper that can read OpenMetrics names it; every other caller gets plain text. */
export function formatAskedFor(accept: string | undefined): ExpositionFormat {
  const isOffered = (accept ?? "")
    .split(",")
    .some(
      (range) =>
        /^\s*application\/openmetrics-text\b/i.test(range) && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(range),
    );
  return isOffered ? "openmetrics" : "text";
}

export function exposition(families: readonly MetricFamily[], format: ExpositionFormat): string {
  const written = families
    .filter(({ samples }) => samples.length > 0)
    .map((family) => familyText(family, format));
  return written.join("") + (format === "openmetrics" ? "# EOF\n" : "");
}

function familyText(family: MetricFamily, format: ExpositionFormat): string {
  const { name, type } = family;
  const sampleName = type === "counter" ? `${name}_total` : name;
  const described = format === "openmetrics" ? name : sampleName;
  const head = `# HELP ${described} ${escaped(family.help)}\n# TYPE ${described} ${type}\n`;
  if (family.type !== "histogram")
    return head + family.samples.map(({ labels, value }) => line(sampleName, labels, value)).join("");
  return head + family.samples.map((sample) => histogramText(name, sample, format)).join("");
}

/** Its buckets are cumulative. */
function histogramText(name: string, sample: HistogramSample, format: ExpositionFormat): string {
  const { labels, bounds, counts, sum } = sample;
  let text = "";
  let count = 0;
  for (const [at, inBucket] of counts.entries()) {
    count += inBucket;
    const bound = bounds[at] ?? Number.POSITIVE_INFINITY;
    text += line(`${name}_bucket`, { ...labels, le: boundText(bound, format) }, count);
  }
  return text + line(`${name}_sum`, labels, sum) + line(`${name}_count`, labels, count);
}

function boundText(bound: number, format: ExpositionFormat): string {
  return format === "openmetrics" && Number.isInteger(bound) ? `${bound}.0` : numberText(bound);
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${numberText(value)}\n`;
}

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  if (value === Number.NEGATIVE_INFINITY) return "-Inf";
  return String(value); // NaN is written as NaN
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", '"': '\\"' };

function escaped(text: string): string {
  return text.replaceAll(/[\\\n"]/g, (character) => ESCAPES[character] ?? character);
}
