/** What does a project export for one UTC day? A scrape and a push of OpenTelemetry ask. */
import type { Queryable } from "../store/database.ts";
import type { MetricFamily } from "./families.ts";
import { readPending, readProjectCounts } from "./project-counts.sql.ts";
import { projectFamilies } from "./project-families.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export function beginningOfDay(ms: number): number {
  return ms - (ms % DAY_MS);
}

export async function readProjectMetrics(
  db: Queryable,
  team_id: string,
  nowMs: number,
): Promise<MetricFamily[]> {
  const fromMs = beginningOfDay(nowMs);
  const counts = await readProjectCounts(db, team_id, { span: "day", fromMs, untilMs: fromMs + DAY_MS });
  return projectFamilies(counts, await readPending(db, team_id));
}

/** The last values of a day that is over: only what adds up, because gauges are about now. */
export async function readClosedDay(db: Queryable, team_id: string, dayMs: number): Promise<MetricFamily[]> {
  const counts = await readProjectCounts(db, team_id, {
    span: "day",
    fromMs: dayMs,
    untilMs: dayMs + DAY_MS,
  });
  return projectFamilies(counts, []).filter(({ type }) => type !== "gauge");
}
