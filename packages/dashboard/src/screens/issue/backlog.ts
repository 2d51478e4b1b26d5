/**
 * How fast does a queue fill, how fast does it empty, and what follows from that? Pure.
 *
 * The paces are those of the last ten whole minutes: long enough that a pause of seconds does not count, and short enough
 * to be true now.
 */
import type { MetricsAnswer } from "../../resources/metrics/metric-queries.ts";
import { countText } from "../../ui/count.ts";
import { durationText } from "../../ui/form/duration.ts";

const MINUTE_MS = 60_000;
const MINUTES = 10;

export interface Backlog {
  arrivesPerMinute: number;
  deliveredPerMinute: number;
  /** Events that wait now. */
  waiting: number;
}

type Rows = MetricsAnswer["rows"];

/** The rows are of minutes. A minute without a row had nothing. */
export function backlogOf(
  { arrived, attempts, pending }: { arrived: Rows; attempts: Rows; pending: Rows },
  now: Date,
): Backlog {
  const endMs = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const perMinute = (rows: Rows, measure: string) =>
    rows
      .filter(({ time_bucket }) => isWithin(time_bucket, endMs - MINUTES * MINUTE_MS, endMs))
      .reduce((sum, { metrics }) => sum + (metrics[measure] ?? 0), 0) / MINUTES;
  // The queue is sampled every 15 seconds, so this minute may have no sample yet.
  const latest = pending.findLast(({ time_bucket }) => isWithin(time_bucket, endMs - MINUTE_MS, Infinity));
  return {
    arrivesPerMinute: perMinute(arrived, "count"),
    deliveredPerMinute: perMinute(attempts, "successful_count"),
    waiting: latest?.metrics["count"] ?? 0,
  };
}

function isWithin(time: string | null, fromMs: number, toMs: number): boolean {
  const ms = Date.parse(time ?? "");
  return ms >= fromMs && ms < toMs;
}

/** `18,420 events wait, it takes 720 a minute and gets 1,306` */
export function backlogText({ arrivesPerMinute, deliveredPerMinute, waiting }: Backlog): string {
  const wait = `${countText(waiting)} ${waiting === 1 ? "event waits" : "events wait"}`;
  return `${wait}, it takes ${paceText(deliveredPerMinute)} a minute and gets ${paceText(arrivesPerMinute)}`;
}

/** `The backlog would take 26 min to clear, and it grows by 586 a minute.` */
export function backlogAdvice({ arrivesPerMinute, deliveredPerMinute, waiting }: Backlog): string {
  if (waiting === 0) return "The queue is clear now.";
  if (deliveredPerMinute === 0) return `Nothing was delivered in the last ${MINUTES} minutes.`;
  const growth = arrivesPerMinute - deliveredPerMinute;
  if (growth < 0) return `At this pace the backlog is clear in ${timeText(waiting / -growth)}.`;
  const alone = `The backlog would take ${timeText(waiting / deliveredPerMinute)} to clear`;
  return growth === 0
    ? `${alone} if nothing new came.`
    : `${alone}, and it grows by ${paceText(growth)} a minute.`;
}

/** A destination that takes one event in ten minutes takes 0.1 a minute, not none. */
function paceText(perMinute: number): string {
  return countText(perMinute < 10 ? Math.round(perMinute * 10) / 10 : Math.round(perMinute));
}

function timeText(minutes: number): string {
  return durationText(Math.max(1, Math.round(minutes)) * MINUTE_MS);
}
