/** How many events did a connection have in the last 24 hours, in all and by part of the day, and how is that said? */
import { EVENT_STATUSES } from "@posthorn/contract/causes";
import {
  EVENT_COUNT_BUCKETS,
  type countEventsByConnection,
  type EventBuckets,
} from "@posthorn/contract/dashboard-api";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import { EVENT_STATUS_LABELS } from "@posthorn/contract/texts";
import type { ChartSeries } from "../../ui/charts/chart-series.ts";
import { countText } from "../../ui/count.ts";
import { EVENT_STATUS_TONES } from "../events/event-status-tones.ts";

export interface DayEvents {
  count: number;
  buckets: EventBuckets;
}

/** Undefined until the counts are loaded. */
export function dayEventsOf(
  reply: ReplyOf<typeof countEventsByConnection> | undefined,
  id: string,
): DayEvents | undefined {
  return reply && { count: reply.counts[id] ?? 0, buckets: reply.buckets[id] ?? {} };
}

/** A quiet connection has empty bars. */
const NO_BARS: ChartSeries = {
  name: "Events",
  tone: "ink",
  values: Array.from({ length: EVENT_COUNT_BUCKETS }, () => 0),
};

/** The bars by status, in the colours of the list of events. */
export function dayBars({ buckets }: DayEvents): ChartSeries[] {
  const bars = EVENT_STATUSES.flatMap((status) => {
    const values = buckets[status];
    return values ? { name: EVENT_STATUS_LABELS[status], tone: EVENT_STATUS_TONES[status], values } : [];
  });
  return bars.length === 0 ? [NO_BARS] : bars;
}

/** `2,960 events in the last 24 hours, 12 failed` */
export function daySentence({ count, buckets }: DayEvents): string {
  if (count === 0) return "No events in the last 24 hours";
  const failures = (buckets.FAILED ?? []).reduce((sum, one) => sum + one, 0);
  const events = `${countText(count)} ${count === 1 ? "event" : "events"} in the last 24 hours`;
  return failures === 0 ? events : `${events}, ${countText(failures)} failed`;
}
