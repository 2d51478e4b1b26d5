/**
 * How many events did each connection make in the last day, and which status do they have?
 *
 * The day is that of the charts: it begins 24 hours ago, to the minute. An hour belongs to the part in which it begins,
 * because the counters of hours are read where they can be.
 */
import type { EventStatus } from "@posthorn/contract/causes";
import {
  EVENT_COUNT_BUCKET_MS,
  EVENT_COUNT_BUCKETS,
  type EventBuckets,
} from "@posthorn/contract/dashboard-api";
import { lastHours } from "../../metrics/span-plan.ts";
import { countedSql, momentSql } from "../../metrics/counted.sql.ts";
import { HOUR_MS } from "../../metrics/time-buckets.ts";
import type { Queryable } from "../../store/database.ts";
import { Conditions } from "../../store/filters/conditions.ts";

interface ConnectionCount {
  webhook_id: string;
  count: number;
  buckets: EventBuckets;
}

export interface EventCounts {
  from: string;
  connections: ConnectionCount[];
}

interface BucketCount {
  webhook_id: string;
  bucket: number;
  status: EventStatus;
  count: number;
}

export async function readEventCounts(db: Queryable, team_id: string, nowMs: number): Promise<EventCounts> {
  const plan = lastHours((EVENT_COUNT_BUCKETS * EVENT_COUNT_BUCKET_MS) / HOUR_MS, nowMs);
  const conditions = new Conditions();
  const team = conditions.bind(team_id);
  const subjects = `array(select id from connections where team_id = ${team})`;
  const counted = countedSql(conditions, "event", { team, subjects, totals: null, plan }, "rows");
  const { rows } = await db.query<BucketCount>(
    `select webhook_id,
       least(${EVENT_COUNT_BUCKETS - 1},
         floor(date_part('epoch', at - ${momentSql(conditions, plan.range.fromMs)}) / ${EVENT_COUNT_BUCKET_MS / 1000}))::int as bucket,
       status, sum(count::float8) as count
     from (${counted}) as counted group by 1, 2, 3 having sum(count::float8) <> 0`,
    conditions.values,
  );
  return { from: new Date(plan.range.fromMs).toISOString(), connections: countsOf(rows) };
}

function countsOf(rows: readonly BucketCount[]): ConnectionCount[] {
  const byId = new Map<string, ConnectionCount>();
  for (const { webhook_id, bucket, status, count } of rows) {
    const known = byId.get(webhook_id) ?? { webhook_id, count: 0, buckets: {} };
    byId.set(webhook_id, known);
    known.count += count;
    const ofStatus = (known.buckets[status] ??= Array.from({ length: EVENT_COUNT_BUCKETS }, () => 0));
    ofStatus[bucket] = count;
  }
  return [...byId.values()];
}
