/**
 * Does a text obey the rules of a Prometheus format, and what does it say?
 *
 * As strict as the scrapers' own parsers: every sample stands under its family's TYPE and HELP, families are not
 * interleaved, series are unique, buckets are cumulative and end in +Inf, and OpenMetrics ends in `# EOF`. Throws at the
 * first line that breaks a rule.
 */
import type { ExpositionFormat } from "../metrics/exposition.ts";

export interface ReadSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface ReadFamily {
  type: string;
  help: string;
  samples: ReadSample[];
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const DESCRIPTION = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`);
const SAMPLE = new RegExp(
  `^(${NAME})(?:\\{(.*)\\})? (NaN|[+-]Inf|[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)$`,
);
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,(?=.)|$)/y;

export function readExposition(text: string, format: ExpositionFormat): Map<string, ReadFamily> {
  const families = new Map<string, ReadFamily>();
  const series = new Set<string>();
  let current = "";
  if (!text.endsWith("\n")) throw new Error("The last line has no end");
  const lines = text.slice(0, -1).split("\n");
  if (format === "openmetrics" && lines.pop() !== "# EOF") throw new Error("The text does not end in # EOF");
  for (const line of lines) {
    const described = DESCRIPTION.exec(line);
    if (described) {
      const [, kind = "", name = "", value = ""] = described;
      if (kind === "HELP" && families.has(name)) throw new Error(`${name} is described twice`);
      const family = families.get(name) ?? { type: "", help: "", samples: [] };
      if (kind === "HELP") family.help = value;
      else family.type = value;
      families.set(name, family);
      current = name;
      continue;
    }
    const sample = sampleIn(line);
    const family = families.get(current);
    if (!family || !namesOf(current, family.type, format).includes(sample.name))
      throw new Error(`${sample.name} stands under ${current}`);
    const key =
      sample.name + JSON.stringify(Object.entries(sample.labels).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    if (series.has(key)) throw new Error(`${key} is there twice`);
    series.add(key);
    family.samples.push(sample);
  }
  for (const [name, family] of families) if (family.type === "histogram") checkBuckets(name, family);
  return families;
}

function sampleIn(line: string): ReadSample {
  const [, name, labelText = "", value = ""] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`Not a line of the format: ${line}`);
  const labels: Record<string, string> = {};
  for (LABEL.lastIndex = 0; LABEL.lastIndex < labelText.length;) {
    const [, label, text] = LABEL.exec(labelText) ?? [];
    if (label === undefined || text === undefined || label in labels) throw new Error(`Bad labels: ${line}`);
    labels[label] = text.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped));
  }
  return { name, labels, value: Number(value.replace("Inf", "Infinity")) };
}

function namesOf(family: string, type: string, format: ExpositionFormat): string[] {
  if (type === "counter") return [format === "openmetrics" ? `${family}_total` : family];
  if (type === "histogram") return ["bucket", "sum", "count"].map((suffix) => `${family}_${suffix}`);
  return type === "gauge" ? [family] : [];
}

function isGrowing(values: number[]): boolean {
  return values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));
}

function checkBuckets(name: string, { samples }: ReadFamily): void {
  const bySeries = Map.groupBy(samples, ({ labels }) => JSON.stringify({ ...labels, le: null }));
  for (const ofOne of bySeries.values()) {
    const buckets = ofOne.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) => Number(labels["le"]?.replace("Inf", "Infinity")));
    const counts = buckets.map(({ value }) => value);
    if (!isGrowing(bounds) || !isGrowing(counts))
      throw new Error(`The buckets of ${name} are not cumulative`);
    const count = ofOne.find((sample) => sample.name === `${name}_count`)?.value;
    if (bounds.at(-1) !== Number.POSITIVE_INFINITY || counts.at(-1) !== count)
      throw new Error(`The last bucket of ${name} does not hold everything`);
  }
}
