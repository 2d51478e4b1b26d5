/**
 * What did a project count in a time, by its sources, connections and destinations?
 *
 * Reads the counters, never the rows that they count. A period is one UTC day, or a few minutes. Each read begins at the
 * project's own sources or connections and finds their counters by key, so it costs what the project counted in that
 * period, however long its history is.
 */
import type { AttemptStatus, EventStatus } from "@posthorn/contract/causes";
import { countersOf } from "../store/counters.ts";
import type { Queryable } from "../store/database.ts";

export interface Period {
  span: "minute" | "day";
  fromMs: number;
  /** Exclusive. */
  untilMs: number;
}

interface Counted {
  /** The beginning of the minute or day. */
  atMs: number;
  count: number;
}

/** Names are those of now. */
interface OfConnection {
  connection_id: string;
  connection: string;
  destination_id: string;
  destination: string;
}

export interface RequestCount extends Counted {
  source_id: string;
  source: string;
  /** Empty if the requests were accepted. */
  rejection_cause: string;
}
export interface EventCount extends Counted, OfConnection {
  status: EventStatus;
}
export interface IgnoredCount extends Counted, OfConnection {
  cause: string;
}
export interface AttemptCount extends Counted, OfConnection {
  status: AttemptStatus;
  /** The sum over those that were answered. */
  response_ms: number;
}
/** Attempts that were answered, by how long that took (latency.ts). */
export interface LatencyCount extends Counted, OfConnection {
  latency_bucket: number;
}

export interface ProjectCounts {
  requests: RequestCount[];
  events: EventCount[];
  ignored: IgnoredCount[];
  attempts: AttemptCount[];
  latencies: LatencyCount[];
}

/** What waits for a destination now. */
export interface PendingCount {
  destination_id: string;
  destination: string;
  depth: number;
  /** How long the oldest has waited, as of the last sample; null before the first. */
  oldest_ms: number | null;
}

const AT_MS = `(extract(epoch from counted.at) * 1000)::float8 as "atMs"`;
/** Parameters: project, from, until. */
const IN_PERIOD = "counted.team_id = $1 and counted.at >= $2 and counted.at < $3";

const requestsIn = (span: Period["span"]) => `
  select sources.id as source_id, sources.name as source, ${AT_MS}, rejection_cause, sum(count)::bigint as count
  from sources
  join ${countersOf("request", span)} as counted on counted.source_id = sources.id and ${IN_PERIOD}
  where sources.team_id = $1
  group by sources.id, counted.at, rejection_cause having sum(count) <> 0
  order by sources.id, counted.at, rejection_cause`;

interface OfConnections {
  fact: "event" | "ignored" | "attempt";
  /** SQL of what the counts are told apart by, and its name. */
  key: [sql: string, name: string];
  sums: Readonly<Record<string, string>>;
  /** SQL that joins something to `counted`. */
  more?: string;
}

function byConnection(
  span: Period["span"],
  { fact, key: [key, name], sums, more = "" }: OfConnections,
): string {
  return `
  select connections.id as connection_id,
    coalesce(connections.name, sources.name || ' -> ' || destinations.name) as connection,
    destinations.id as destination_id, destinations.name as destination, ${AT_MS}, ${key} as ${name},
    ${Object.entries(sums)
      .map(([sum, sql]) => `sum(${sql})::bigint as ${sum}`)
      .join(", ")}
  from connections
  join sources on sources.id = connections.source_id
  join destinations on destinations.id = connections.destination_id
  join ${countersOf(fact, span)} as counted on counted.webhook_id = connections.id and ${IN_PERIOD}
  ${more}
  where connections.team_id = $1
  group by connections.id, sources.id, destinations.id, counted.at, ${key} having sum(${sums["count"]}) <> 0
  order by connections.id, counted.at, ${key}`;
}

const EVENTS: OfConnections = {
  fact: "event",
  key: ["counted.status", "status"],
  sums: { count: "counted.count" },
};
const IGNORED: OfConnections = {
  fact: "ignored",
  key: ["counted.cause", "cause"],
  sums: { count: "counted.count" },
};
const ATTEMPTS: OfConnections = {
  fact: "attempt",
  key: ["counted.status", "status"],
  sums: { count: "counted.count", response_ms: "counted.response_ms" },
};
/** A counter has its latencies packed, each as 1024 × count + bucket. */
const LATENCIES: OfConnections = {
  fact: "attempt",
  key: ["packed & 1023", "latency_bucket"],
  sums: { count: "packed >> 10" },
  more: "cross join lateral unnest(counted.latencies::bigint[]) as packed",
};

/** The depth is exact now. A destination for which nothing waits is missing. */
const PENDING = `
  select destinations.id as destination_id, destinations.name as destination, waiting.depth,
    (select max_age_ms from queue_samples
     where queue_samples.team_id = $1 and span = 'minute' and queue_samples.destination_id = destinations.id
       and at >= now() - interval '2 minutes'
     order by at desc limit 1) as oldest_ms
  from (
    select connections.destination_id, sum(counted.count)::bigint as depth
    from ${countersOf("event", "day")} as counted
    join connections on connections.id = counted.webhook_id
    where counted.team_id = $1 and counted.status = 'QUEUED'
    group by 1 having sum(counted.count) > 0) as waiting
  join destinations on destinations.id = waiting.destination_id
  order by destinations.id`;

export async function readProjectCounts(
  db: Queryable,
  team_id: string,
  { span, fromMs, untilMs }: Period,
): Promise<ProjectCounts> {
  const period = [team_id, new Date(fromMs).toISOString(), new Date(untilMs).toISOString()];
  const read = async <Row>(statement: string) => (await db.query<Row>(statement, period)).rows;
  return {
    requests: await read<RequestCount>(requestsIn(span)),
    events: await read<EventCount>(byConnection(span, EVENTS)),
    ignored: await read<IgnoredCount>(byConnection(span, IGNORED)),
    attempts: await read<AttemptCount>(byConnection(span, ATTEMPTS)),
    latencies: await read<LatencyCount>(byConnection(span, LATENCIES)),
  };
}

export async function readPending(db: Queryable, team_id: string): Promise<PendingCount[]> {
  return (await db.query<PendingCount>(PENDING, [team_id])).rows;
}
