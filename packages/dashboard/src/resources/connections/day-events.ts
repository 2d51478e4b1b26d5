/** How many events did a connection have in the last 24 hours, in all and by part of the day, and how is that said? */
import type { countEventsByConnection } from "@posthorn/contract/dashboard-api";
import { EVENT_COUNT_BUCKETS, type EventBuckets } from "@posthorn/contract/dashboard-api";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import { countText } from "../../ui/count.ts";

export interface DayEvents extends EventBuckets {
  count: number;
}

const NO_BUCKETS: EventBuckets = {
  failed: Array.from({ length: EVENT_COUNT_BUCKETS }, () => 0),
  others: Array.from({ length: EVENT_COUNT_BUCKETS }, () => 0),
};

/** Undefined until the counts are loaded. */
export function dayEventsOf(
  reply: ReplyOf<typeof countEventsByConnection> | undefined,
  id: string,
): DayEvents | undefined {
  if (!reply) return undefined;
  const { failed, others } = reply.buckets[id] ?? NO_BUCKETS;
  return { count: reply.counts[id] ?? 0, failed, others };
}

/** `2,960 events in the last 24 hours, 12 failed` */
export function daySentence({ count, failed }: DayEvents): string {
  if (count === 0) return "No events in the last 24 hours";
  const failures = failed.reduce((sum, one) => sum + one, 0);
  const events = `${countText(count)} ${count === 1 ? "event" : "events"} in the last 24 hours`;
  return failures === 0 ? events : `${events}, ${countText(failures)} failed`;
}
