/**
 * How would charts look after a busy day? All traffic of the seed is a minute old, and nobody can send requests into the
 * past. So the answers of the endpoints of metrics get more rows, one for each step of the range, with larger numbers.
 */
import type { MetricRow, MetricsReply } from "@posthorn/contract/metrics";
import { parseSearch } from "@posthorn/contract/search-codec";
import type { BrowserContext } from "@playwright/test";

const STEPS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DAY_MS = 86_400_000;

export async function fillMetrics(context: BrowserContext): Promise<void> {
  await context.route(/\/\d{4}-\d\d-\d\d\/metrics\//, async (route) => {
    const answer = await route.fetch();
    if (!answer.ok()) return route.fulfill({ response: answer });
    const reply = (await answer.json()) as MetricsReply; // the contract of these endpoints
    const data = filled(reply.data, new URL(route.request().url()));
    await route.fulfill({ response: answer, json: { ...reply, data } });
  });
}

/** Every value of a dimension that had traffic has had it all day long. */
function filled(rows: readonly MetricRow[], { search }: URL): MetricRow[] {
  const { date_range, granularity } = parseSearch(search);
  const [, amount, unit = ""] = /^(\d+)(\w)$/.exec(textOf(granularity)) ?? [];
  const stepMs = Number(amount) * (STEPS_MS[unit] ?? Number.NaN);
  const range = typeof date_range === "object" && !Array.isArray(date_range) ? date_range : {};
  const [start, end] = [Date.parse(textOf(range["start"])), Date.parse(textOf(range["end"]))];
  const kinds = new Map(rows.map((row) => [JSON.stringify(row.dimensions), row]));
  if (Number.isNaN(stepMs)) return [...kinds.values()].map((row) => grown(row, null, 420));
  const first = Math.floor(start / stepMs) * stepMs;
  return Array.from({ length: Math.ceil((end - first) / stepMs) }, (_, step) => {
    const at = first + step * stepMs;
    return [...kinds.values()].map((row) => grown(row, new Date(at).toISOString(), busyness(at, end)));
  }).flat();
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Low at the beginning, high in the middle, and a peak two thirds of the way; a little uneven throughout. */
function busyness(at: number, end: number): number {
  const part = 1 - (end - at) / DAY_MS;
  const peak = Math.abs(part - 0.66) < 0.04 ? 14 : 0;
  return 6 + 8 * Math.sin(Math.PI * part) ** 2 + peak + 2 * Math.sin(at / 2_000_000) + Math.sin(at / 700_000);
}

function grown(row: MetricRow, time_bucket: string | null, by: number): MetricRow {
  const metrics = Object.entries(row.metrics).map(([name, value]) => [name, grownValue(name, value, by)]);
  return { ...row, time_bucket, metrics: Object.fromEntries(metrics) };
}

/** Shares and averages do not add up, so they only sway. */
function grownValue(name: string, value: number | null, by: number): number | null {
  if (value === null) return null;
  if (name.endsWith("_rate")) return Math.min(1, (value * (10 + (by % 17))) / 60);
  if (name.includes("latency")) return Math.round(90 + value + 9 * (by % 23));
  if (name.startsWith("avg_")) return value * (1 + (by % 7) / 40);
  return Math.round(value * by);
}
