/**
 * Which metrics does an operator get about the product itself?
 *
 * One process answers for itself: what it has counted since its start, how full its queues and pools are, and a few
 * numbers that only the database knows. Pure: `readings` are plain numbers that the parts of the process keep anyway.
 * Every label has a closed set of values, so the number of series does not grow with traffic or with projects.
 */
import type { AlarmReading } from "../alarms.ts";
import type { HistogramCounts } from "../histogram.ts";
import type { PoolUsage } from "../store/database.ts";
import type { StatementTime } from "../store/statement-times.ts";
import { type MetricFamily, counter, gauge, histogram, labelled } from "./families.ts";
import type { WaitingWork } from "./waiting-work.sql.ts";

/** What one gateway node keeps. */
export interface NodeReadings {
  /** Null without the ingest role. */
  ingest: {
    accepted: number;
    rejected: number;
    refused: ReadonlyMap<number, number>;
    bodyBytes: number;
    answerSeconds: HistogramCounts;
  } | null;
  inFlight: { requests: number; places: number; bytes: number };
  /** Accepted requests that are not routed yet. */
  unrouted: { inMemory: number; bytes: number; parked: number; recovered: number };
  routed: { events: number; ignored: number };
  attempts: { byStatus: ReadonlyMap<string, number>; responseSeconds: HistogramCounts };
  ready: { held: number; bytes: number; onTheWire: number; destinations: number };
  /** Of the requests that this process is about to index; 0 when there are none, or another process does it. */
  searchIndexLagSeconds: number;
  loops: readonly { name: string; succeededAtMs: number | null; failed: number }[];
  alarms: readonly AlarmReading[];
}

export interface EventLoopReadings {
  /** Since the last reading. */
  delaySeconds: { mean: number; p99: number; max: number };
  busySeconds: number;
}

export interface ProcessReadings {
  version: string;
  startedAtMs: number;
  cpuSeconds: number;
  residentBytes: number;
  heapBytes: number;
}

export interface HealthReadings {
  process: ProcessReadings;
  eventLoop: EventLoopReadings;
  node: NodeReadings;
  pools: Readonly<Record<string, PoolUsage>>;
  statements: ReadonlyMap<string, StatementTime>;
  sockets: { open: number; idle: number; waiting: number };
  sandbox: {
    runs: number;
    failed: number;
    refused: number;
    usedSeconds: number;
    waiting: number;
    running: number;
    children: number;
  };
  /** Spans of traces; null if no request is traced. */
  traces: { exported: number; dropped: number; waiting: number } | null;
  /** Null: they go nowhere. */
  productEvents: { delivered: number; dropped: number; waiting: number } | null;
  /** Null: the database did not answer in time. */
  waitingWork: WaitingWork | null;
}

export function productHealth(readings: HealthReadings): MetricFamily[] {
  return [
    ...processFamilies(readings),
    ...ingestFamilies(readings.node),
    ...pipelineFamilies(readings.node),
    ...databaseFamilies(readings),
    ...sandboxFamilies(readings),
    ...loopFamilies(readings.node),
    ...alarmFamilies(readings.node),
    ...traceFamilies(readings),
    ...productEventFamilies(readings),
  ];
}

function processFamilies({ process, eventLoop }: HealthReadings): MetricFamily[] {
  const { mean, p99, max } = eventLoop.delaySeconds;
  return [
    gauge("posthorn_build_info", "The version of this process; always 1.", [
      { labels: { version: process.version }, value: 1 },
    ]),
    counter("process_cpu_seconds", "Processor time of this process, user and system.", process.cpuSeconds),
    gauge("process_resident_memory_bytes", "Memory of this process.", process.residentBytes),
    gauge("process_start_time_seconds", "When this process started, since 1970.", process.startedAtMs / 1000),
    gauge("posthorn_heap_bytes", "JavaScript heap in use.", process.heapBytes),
    gauge(
      "posthorn_event_loop_delay_seconds",
      "How late the event loop ran since the last scrape.",
      labelled("stat", [
        ["mean", mean],
        ["p99", p99],
        ["max", max],
      ]),
    ),
    counter(
      "posthorn_event_loop_busy_seconds",
      "Time in which the event loop was busy.",
      eventLoop.busySeconds,
    ),
  ];
}

function ingestFamilies({ ingest, inFlight, unrouted }: NodeReadings): MetricFamily[] {
  if (!ingest) return [];
  return [
    counter(
      "posthorn_ingest_requests",
      "Requests that were stored and answered; rejected ones are stored with a cause.",
      labelled("outcome", [
        ["accepted", ingest.accepted],
        ["rejected", ingest.rejected],
      ]),
    ),
    counter(
      "posthorn_ingest_refused",
      "Requests that were answered and not stored, by status.",
      labelled("status", ingest.refused),
    ),
    counter("posthorn_ingest_body_bytes", "Bytes of bodies that were received whole.", ingest.bodyBytes),
    histogram(
      "posthorn_ingest_answer_seconds",
      "From the last byte of a request until its answer, if it was stored.",
      [{ labels: {}, ...counted(ingest.answerSeconds) }],
    ),
    gauge("posthorn_ingest_in_flight_requests", "Requests in the memory of ingest.", inFlight.requests),
    gauge(
      "posthorn_ingest_in_flight_places",
      "Whole requests that wait for their commit or answer.",
      inFlight.places,
    ),
    gauge("posthorn_ingest_in_flight_bytes", "Bytes in the memory of ingest.", inFlight.bytes),
    gauge(
      "posthorn_unrouted_requests",
      "Accepted requests that wait for their rules.",
      labelled("where", [
        ["memory", unrouted.inMemory],
        ["parked", unrouted.parked],
        ["recovered", unrouted.recovered],
      ]),
    ),
    gauge(
      "posthorn_unrouted_bytes",
      "Bytes of requests in memory that wait for their rules.",
      unrouted.bytes,
    ),
  ];
}

function pipelineFamilies({ routed, attempts, ready }: NodeReadings): MetricFamily[] {
  return [
    counter("posthorn_events", "Events that this process made.", routed.events),
    counter("posthorn_ignored_events", "Ignored events that this process made.", routed.ignored),
    counter(
      "posthorn_attempts",
      "Attempts that this process recorded.",
      labelled("status", attempts.byStatus),
    ),
    histogram("posthorn_attempt_response_seconds", "From the wire to the destination's answer.", [
      { labels: {}, ...counted(attempts.responseSeconds) },
    ]),
    gauge("posthorn_queue_leased_events", "Events that this process holds a lease on.", ready.held),
    gauge("posthorn_queue_leased_bytes", "Bytes of these events, and of room that is reserved.", ready.bytes),
    gauge("posthorn_queue_sending_events", "Events on the wire.", ready.onTheWire),
    gauge("posthorn_queue_destinations", "Destinations with events in memory.", ready.destinations),
  ];
}

function databaseFamilies({ pools, statements, sockets, waitingWork }: HealthReadings): MetricFamily[] {
  const ofPools = (state: keyof PoolUsage) =>
    labelled(
      "pool",
      Object.entries(pools).map(([name, usage]) => [name, usage[state]]),
    );
  const ofStatements = (part: keyof StatementTime) =>
    labelled(
      "kind",
      Array.from(statements, ([kind, time]) => [kind, time[part]]),
    );
  return [
    gauge("posthorn_database_up", "Whether the database answered this scrape.", waitingWork ? 1 : 0),
    ...(waitingWork
      ? [
          gauge(
            "posthorn_queue_pending_events",
            "Pending events of all projects, in memory or in the database.",
            waitingWork.pendingEvents,
          ),
          gauge(
            "posthorn_queue_oldest_pending_seconds",
            "How long the oldest of them has waited, as of the last sample; 0 if none waits.",
            waitingWork.oldestPendingMs / 1000,
          ),
          gauge(
            "posthorn_bulk_operations",
            "Bulk operations in progress, of all projects.",
            waitingWork.bulkOperations,
          ),
          gauge(
            "posthorn_processes",
            "Processes of this installation that send heartbeats.",
            waitingWork.processes,
          ),
        ]
      : []),
    gauge("posthorn_database_connections", "Open connections of each pool.", ofPools("open")),
    gauge("posthorn_database_connections_idle", "Those of them that are idle.", ofPools("idle")),
    gauge("posthorn_database_connections_awaited", "Callers that wait for a connection.", ofPools("waiting")),
    counter("posthorn_database_statements", "Statements, by their kind.", ofStatements("count")),
    counter("posthorn_database_statements_failed", "Statements that failed.", ofStatements("failed")),
    counter("posthorn_database_seconds", "Time of statements, by their kind.", ofStatements("seconds")),
    gauge(
      "posthorn_outgoing_sockets",
      "Sockets to destinations; waiting ones have no room yet.",
      labelled("state", [
        ["busy", sockets.open - sockets.idle],
        ["idle", sockets.idle],
        ["waiting", sockets.waiting],
      ]),
    ),
  ];
}

function sandboxFamilies({ sandbox }: HealthReadings): MetricFamily[] {
  return [
    counter(
      "posthorn_sandbox_runs",
      "Runs of transformations that ended.",
      labelled("outcome", [
        ["successful", sandbox.runs - sandbox.failed],
        ["failed", sandbox.failed],
      ]),
    ),
    counter("posthorn_sandbox_refused", "Runs that were refused because too many waited.", sandbox.refused),
    counter(
      "posthorn_sandbox_seconds",
      "Time that the code of transformations has used.",
      sandbox.usedSeconds,
    ),
    gauge("posthorn_sandbox_waiting_runs", "Runs that wait for a child process.", sandbox.waiting),
    gauge("posthorn_sandbox_running_runs", "Runs that a child process has.", sandbox.running),
    gauge("posthorn_sandbox_children", "Child processes.", sandbox.children),
  ];
}

/** Retention is one of the loops. */
function loopFamilies({ loops, searchIndexLagSeconds }: NodeReadings): MetricFamily[] {
  return [
    gauge(
      "posthorn_search_index_lag_seconds",
      "Age of the oldest request that the search index should cover and does not yet.",
      searchIndexLagSeconds,
    ),
    gauge(
      "posthorn_loop_last_success_timestamp_seconds",
      "When a background loop last succeeded, since 1970.",
      labelled(
        "loop",
        loops.flatMap(({ name, succeededAtMs }) =>
          succeededAtMs === null ? [] : [[name, succeededAtMs / 1000] as const],
        ),
      ),
    ),
    counter(
      "posthorn_loop_failures",
      "Turns of a background loop that failed.",
      labelled(
        "loop",
        loops.map(({ name, failed }) => [name, failed]),
      ),
    ),
  ];
}

function alarmFamilies({ alarms }: NodeReadings): MetricFamily[] {
  return [
    counter(
      "posthorn_alarms",
      "How often this process met a trouble that raises an alarm.",
      labelled(
        "alarm",
        alarms.map(({ name, raised }) => [name, raised]),
      ),
    ),
    gauge(
      "posthorn_alarm_active",
      "Whether an alarm of this process has begun and not ended.",
      labelled(
        "alarm",
        alarms.map(({ name, isActive }) => [name, isActive ? 1 : 0]),
      ),
    ),
  ];
}

function traceFamilies({ traces }: HealthReadings): MetricFamily[] {
  if (!traces) return [];
  return [
    counter(
      "posthorn_trace_spans",
      "Spans of traces; the receiver was too slow, away or unwilling to take dropped ones.",
      labelled("outcome", [
        ["exported", traces.exported],
        ["dropped", traces.dropped],
      ]),
    ),
    gauge("posthorn_trace_spans_waiting", "Spans that wait for the next push.", traces.waiting),
  ];
}

function productEventFamilies({ productEvents }: HealthReadings): MetricFamily[] {
  if (!productEvents) return [];
  return [
    counter(
      "posthorn_product_events",
      "Product events; the operator's receiver was away too long or unwilling to take dropped ones.",
      labelled("outcome", [
        ["delivered", productEvents.delivered],
        ["dropped", productEvents.dropped],
      ]),
    ),
    gauge("posthorn_product_events_waiting", "Product events that wait for a push.", productEvents.waiting),
  ];
}

/** Only the counts: a histogram of the process goes on counting while the text is written. */
function counted({ bounds, counts, sum }: HistogramCounts): HistogramCounts {
  return { bounds, counts: [...counts], sum };
}
