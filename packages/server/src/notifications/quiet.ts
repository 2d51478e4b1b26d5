/**
 * Which messages does a channel get now, and which later?
 *
 * The worker asks about all rows of one audience that are due. Three rules keep a channel quiet. An issue that opens again
 * and again is told once an hour. More than ten messages within a minute become one: a digest. The end of an issue is
 * told only where it ends an alert. Time comes in as an argument.
 */
import type { NotificationRow } from "../store/notifications.ts";

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
/** Within a minute. With more, a person reads none of them. */
const SINGLE_MESSAGES_MAX = 10;

export type TellableRow = Pick<
  NotificationRow,
  "openings" | "told_openings" | "is_over" | "told_over" | "told_at" | "was_tried"
>;

export interface Plan<Row> {
  /** A message each. */
  openings: Row[];
  ends: Row[];
  /** One message for all of them. */
  digest: Row[];
  /** Nothing yet. */
  later: { row: Row; atMs: number }[];
  /** Nothing, until more happens. */
  nothing: Row[];
}

export interface PlanAsked<Row> {
  rows: readonly Row[];
  /** When this audience was told of an opening within the last minute. */
  toldLatelyMs: readonly number[];
  /** Each issue is an alert of its own, which ends with the issue. So there is no digest. */
  hasAlerts: boolean;
  nowMs: number;
}

export function planMessages<Row extends TellableRow>(asked: PlanAsked<Row>): Plan<Row> {
  const { rows, toldLatelyMs, hasAlerts, nowMs } = asked;
  const plan: Plan<Row> = { openings: [], ends: [], digest: [], later: [], nothing: [] };
  const opened: Row[] = [];
  for (const row of rows) {
    const wanted = wantedOf(row, hasAlerts, nowMs);
    if (wanted === "opening") opened.push(row);
    else if (wanted === "end") plan.ends.push(row);
    else if (wanted === null) plan.nothing.push(row);
    else plan.later.push({ row, atMs: wanted.atMs });
  }
  if (hasAlerts) {
    plan.openings = opened.slice(0, SINGLE_MESSAGES_MAX);
    plan.later.push(...opened.slice(SINGLE_MESSAGES_MAX).map((row) => ({ row, atMs: nowMs })));
  } else if (opened.length + toldLatelyMs.length <= SINGLE_MESSAGES_MAX) {
    plan.openings = opened;
  } else if (toldLatelyMs.length === 0) {
    plan.digest = opened;
  } else {
    const atMs = Math.max(...toldLatelyMs) + MINUTE_MS;
    plan.later.push(...opened.map((row) => ({ row, atMs })));
  }
  return plan;
}

function wantedOf(
  row: TellableRow,
  hasAlerts: boolean,
  nowMs: number,
): "opening" | "end" | { atMs: number } | null {
  const { openings, told_openings, is_over, told_over, told_at, was_tried } = row;
  const hasAlert = told_openings > 0 || was_tried; // to end one that was not raised does no harm
  if (hasAlerts && is_over) return hasAlert && !told_over ? "end" : null;
  if (openings === told_openings) return null;
  const quietUntilMs = told_at === null ? 0 : Date.parse(told_at) + HOUR_MS;
  return quietUntilMs <= nowMs ? "opening" : { atMs: quietUntilMs };
}
