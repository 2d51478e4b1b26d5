/**
 * How many events did each connection make in the last day, and how many of them have failed?
 *
 * The minute counters have the number of events, for every minute in which an event was made. They count failed
 * attempts and not failed events, so the index of failed events says which of them have failed by now. That index grows
 * with the failures, so a read takes the newest failed events only and reports how far back they reach.
 */
import {
  EVENT_COUNT_BUCKET_MS,
  EVENT_COUNT_BUCKETS,
  type EventBuckets,
} from "@posthorn/contract/dashboard-api";
import { createdAt, firstIdAt } from "../../ids.ts";
import type { Queryable } from "../../store/database.ts";

const MINUTE_MS = 60_000;

/** Some 50 ms of reading. A project with more failures has other worries than their exact number yesterday. */
const FAILED_MAX = 20_000;

interface ConnectionCount extends EventBuckets {
  webhook_id: string;
  count: number;
}

export interface EventCounts {
  from: string;
  /** Null: all failed events of the day are counted. */
  failed_since: string | null;
  connections: ConnectionCount[];
}

interface BucketCount {
  webhook_id: string;
  bucket: number;
  count: number;
}

/** `failedMax` is for tests. */
export async function readEventCounts(
  db: Queryable,
  team_id: string,
  nowMs: number,
  failedMax = FAILED_MAX,
): Promise<EventCounts> {
  const fromMs = nowMs - (nowMs % MINUTE_MS) + MINUTE_MS - EVENT_COUNT_BUCKETS * EVENT_COUNT_BUCKET_MS;
  const startsMs = Array.from(
    { length: EVENT_COUNT_BUCKETS },
    (_bucket, at) => fromMs + at * EVENT_COUNT_BUCKET_MS,
  );
  const [made, failed] = await Promise.all([
    readMade(db, team_id, startsMs),
    readFailed(db, team_id, startsMs, failedMax),
  ]);
  const oldest = failed.at(-1);
  return {
    from: new Date(fromMs).toISOString(),
    failed_since: oldest && oldest.found === failedMax ? createdAt(oldest.oldest_id) : null,
    connections: countsOf(made, failed),
  };
}

async function readMade(db: Queryable, team_id: string, startsMs: readonly number[]): Promise<BucketCount[]> {
  const { rows } = await db.query<BucketCount>(
    `select subject_id as webhook_id, width_bucket(minute, $2::timestamptz[]) - 1 as bucket, sum(count)::bigint as count
     from minute_counters
     where team_id = $1 and minute >= ($2::timestamptz[])[1] and measure = 'EVENT'
     group by 1, 2`,
    [team_id, startsMs.map((ms) => new Date(ms).toISOString())],
  );
  return rows;
}

async function readFailed(
  db: Queryable,
  team_id: string,
  startsMs: readonly number[],
  max: number,
): Promise<(BucketCount & { found: number; oldest_id: string })[]> {
  const { rows } = await db.query<BucketCount & { found: number; oldest_id: string }>(
    `with failed as (
       select id, webhook_id from events
       where team_id = $1 and rare_status = 'FAILED' and id >= ($2::uuid[])[1]
       order by id desc limit $3)
     select webhook_id, width_bucket(id, $2::uuid[]) - 1 as bucket, count(*)::int as count,
       (select count(*)::int from failed) as found, (select id from failed order by id limit 1) as oldest_id
     from failed group by 1, 2`,
    [team_id, startsMs.map(firstIdAt), max],
  );
  return rows;
}

function countsOf(made: readonly BucketCount[], failed: readonly BucketCount[]): ConnectionCount[] {
  const byId = new Map<string, ConnectionCount>();
  for (const { webhook_id, bucket, count } of made) {
    const known = byId.get(webhook_id) ?? { webhook_id, count: 0, failed: zeros(), others: zeros() };
    byId.set(webhook_id, known);
    known.count += count;
    known.others[bucket] = count;
  }
  for (const { webhook_id, bucket, count } of failed) {
    const known = byId.get(webhook_id);
    if (!known) continue;
    known.failed[bucket] = count;
    known.others[bucket] = Math.max(0, (known.others[bucket] ?? 0) - count);
  }
  return [...byId.values()];
}

function zeros(): number[] {
  return Array.from({ length: EVENT_COUNT_BUCKETS }, () => 0);
}
