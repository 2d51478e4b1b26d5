/**
 * What are the measured figures, and do they meet the bar?
 *
 * Rates depend on the machine, so most bars are on ratios within one run, and on times and sizes that people notice.
 * Without a measurement there is no figure, and no ratio that would need it.
 */
import { median } from "./statistics.ts";

/** For a question over 30 days with 12 series, and for the small charts of all connections. */
export const METRICS_BARS_MS = { question: 50, sparklines: 30 };

/** What the verification of a body of 1 KiB may add to a request. */
const VERIFICATION_BAR_US = 10;

/** One value per round. An empty list: not measured. */
export interface Samples {
  othersCpuPercent: number[];
  ceilingPerSecond: number[];
  fsyncsPerSecond: number[];
  barePerSecond: number[];
  bareCpuUs: number[];
  relayPerSecond: number[];
  durablePerSecond: number[];
  durableGatewayCpuUs: number[];
  durableDatabaseCpuUs: number[];
  fullPerSecond: number[];
  fullGatewayCpuUs: number[];
  fullDatabaseCpuUs: number[];
  fullResidentMiB: number[];
  filterPerSecond: number[];
  transformPerSecond: number[];
  transformGatewayCpuUs: number[];
  transformDatabaseCpuUs: number[];
  sandboxRunsPerSecond: number[];
  hmacUs: number[];
  githubUs: number[];
  stripeUs: number[];
  standardWebhooksUs: number[];
  firstByteSlowerPercent: number[];
  equalRequestsPercent: number[];
  fanoutPerSecond: number[];
  failingAttemptsPerSecond: number[];
  beforeBulkAckP50Ms: number[];
  beforeBulkAckP99Ms: number[];
  besideBulkAckP50Ms: number[];
  besideBulkAckP99Ms: number[];
  besideBulkAckMostMs: number[];
  bulkRetriesPerSecond: number[];
  backlogStartMs: number[];
  withoutBacklogAttemptsPerSecond: number[];
  backlogAttemptsPerSecond: number[];
  halfLoadPerSecond: number[];
  halfLoadAckP50Ms: number[];
  halfLoadAckP99Ms: number[];
  halfLoadEndToEndP50Ms: number[];
  firstStartMs: number[];
  laterStartMs: number[];
  listP95Ms: number[];
  wordInADayMs: number[];
  wordInTheArchiveMs: number[];
  searchIndexShare: number[];
  metricsP95Ms: number[];
  sparklinesP95Ms: number[];
  besideDueAckMostMs: number[];
  unpauseMs: number[];
  beforeUnpauseAckMostMs: number[];
  besideUnpauseAckMostMs: number[];
  besideUnpauseRefused: number[];
  normalBacklogPerSecond: number[];
  unpausedPerSecond: number[];
  releasedPerSecond: number[];
  twoDurableRatio: number[];
  twoFullRatio: number[];
  fourDurableRatio: number[];
  fourFullRatio: number[];
  twoCpuRatio: number[];
  fourCpuRatio: number[];
  twoFreeDurableRatio: number[];
  twoFreeFullRatio: number[];
  cliListenPerSecond: number[];
  cliListenCpuUs: number[];
  cliListenResidentMiB: number[];
  cliListenMostMiB: number[];
  storedBytes: number[];
  recordBytes: number[];
  logBytes: number[];
}

export function noSamples(): Samples {
  return {
    othersCpuPercent: [],
    ceilingPerSecond: [],
    fsyncsPerSecond: [],
    barePerSecond: [],
    bareCpuUs: [],
    relayPerSecond: [],
    durablePerSecond: [],
    durableGatewayCpuUs: [],
    durableDatabaseCpuUs: [],
    fullPerSecond: [],
    fullGatewayCpuUs: [],
    fullDatabaseCpuUs: [],
    fullResidentMiB: [],
    filterPerSecond: [],
    transformPerSecond: [],
    transformGatewayCpuUs: [],
    transformDatabaseCpuUs: [],
    sandboxRunsPerSecond: [],
    hmacUs: [],
    githubUs: [],
    stripeUs: [],
    standardWebhooksUs: [],
    firstByteSlowerPercent: [],
    equalRequestsPercent: [],
    fanoutPerSecond: [],
    failingAttemptsPerSecond: [],
    beforeBulkAckP50Ms: [],
    beforeBulkAckP99Ms: [],
    besideBulkAckP50Ms: [],
    besideBulkAckP99Ms: [],
    besideBulkAckMostMs: [],
    bulkRetriesPerSecond: [],
    backlogStartMs: [],
    withoutBacklogAttemptsPerSecond: [],
    backlogAttemptsPerSecond: [],
    halfLoadPerSecond: [],
    halfLoadAckP50Ms: [],
    halfLoadAckP99Ms: [],
    halfLoadEndToEndP50Ms: [],
    firstStartMs: [],
    laterStartMs: [],
    listP95Ms: [],
    wordInADayMs: [],
    wordInTheArchiveMs: [],
    searchIndexShare: [],
    metricsP95Ms: [],
    sparklinesP95Ms: [],
    besideDueAckMostMs: [],
    unpauseMs: [],
    beforeUnpauseAckMostMs: [],
    besideUnpauseAckMostMs: [],
    besideUnpauseRefused: [],
    normalBacklogPerSecond: [],
    unpausedPerSecond: [],
    releasedPerSecond: [],
    twoDurableRatio: [],
    twoFullRatio: [],
    fourDurableRatio: [],
    fourFullRatio: [],
    twoCpuRatio: [],
    fourCpuRatio: [],
    twoFreeDurableRatio: [],
    twoFreeFullRatio: [],
    cliListenPerSecond: [],
    cliListenCpuUs: [],
    cliListenResidentMiB: [],
    cliListenMostMiB: [],
    storedBytes: [],
    recordBytes: [],
    logBytes: [],
  };
}

export interface Figure {
  name: string;
  value: number;
  unit: string;
  bar: { atLeast: number } | { atMost: number } | null;
  /** Null if there is no bar. */
  met: boolean | null;
}

export function figuresOf(samples: Samples): Figure[] {
  const of = (name: keyof Samples) => median(samples[name]);
  const eventCpuUs = of("fullGatewayCpuUs") + of("fullDatabaseCpuUs");
  const figures: Figure[] = [
    plain("share of the machine used by others meanwhile", of("othersCpuPercent"), "%"),
    plain("load generator against a trivial server", of("ceilingPerSecond"), "requests/s"),
    plain("disk", of("fsyncsPerSecond"), "fsync/s"),
    plain("bare node:http ack", of("barePerSecond"), "requests/s"),
    plain("relay without store", of("relayPerSecond"), "events/s"),
    plain("durable ingest", of("durablePerSecond"), "requests/s"),
    plain("full path", of("fullPerSecond"), "events/s"),
    plain("full path with a filter", of("filterPerSecond"), "events/s"),
    plain("full path with a transformation", of("transformPerSecond"), "events/s"),
    plain("fan-out to 10", of("fanoutPerSecond"), "events/s"),
    plain("failing destination, retried twice", of("failingAttemptsPerSecond"), "attempts/s"),
    plain("the same, just started", of("withoutBacklogAttemptsPerSecond"), "attempts/s"),
    plain("the same with a million events pending", of("backlogAttemptsPerSecond"), "attempts/s"),
    plain("CPU of a bare ack", of("bareCpuUs"), "µs"),
    plain("CPU per durable request, gateway", of("durableGatewayCpuUs"), "µs"),
    plain("CPU per durable request, database", of("durableDatabaseCpuUs"), "µs"),
    plain("CPU per event, gateway", of("fullGatewayCpuUs"), "µs"),
    plain("CPU per event, database", of("fullDatabaseCpuUs"), "µs"),
    plain("CPU per transformed event, gateway and sandbox", of("transformGatewayCpuUs"), "µs"),
    plain("CPU per transformed event, database", of("transformDatabaseCpuUs"), "µs"),
    plain("half load", of("halfLoadPerSecond"), "requests/s"),
    plain("ack p50 at half load", of("halfLoadAckP50Ms"), "ms"),
    plain("end-to-end p50 at half load", of("halfLoadEndToEndP50Ms"), "ms"),
    plain("bulk retry of 100,000 events", of("bulkRetriesPerSecond"), "events/s"),
    plain("ack p50 before it", of("beforeBulkAckP50Ms"), "ms"),
    plain("ack p50 beside it", of("besideBulkAckP50Ms"), "ms"),
    plain("ack p99 before it", of("beforeBulkAckP99Ms"), "ms"),
    atMost("ack p99 beside it", of("besideBulkAckP99Ms"), "ms", 50),
    plain("longest ack beside it, median of slices", of("besideBulkAckMostMs"), "ms"),
    plain("delivery of due events from the database", of("normalBacklogPerSecond"), "events/s"),
    plain("slowest ack of another source beside it", of("besideDueAckMostMs"), "ms"),
    plain("held events released after an unpause", of("releasedPerSecond"), "events/s"),
    plain("events delivered meanwhile", of("unpausedPerSecond"), "events/s"),
    plain("slowest ack of another source before the unpause", of("beforeUnpauseAckMostMs"), "ms"),
    atMost("unpause of a connection with held events", of("unpauseMs"), "ms", 200),
    atMost("slowest ack of another source after the unpause", of("besideUnpauseAckMostMs"), "ms", 250),
    atMost("requests refused after the unpause", of("besideUnpauseRefused"), "", 0),
    plain(
      "delivery after the unpause ÷ delivery of due events",
      of("unpausedPerSecond") / of("normalBacklogPerSecond"),
      "",
    ),
    atLeast("durable ingest ÷ bare ack", of("durablePerSecond") / of("barePerSecond"), "", 0.5),
    atLeast("full path ÷ relay without store", of("fullPerSecond") / of("relayPerSecond"), "", 0.5),
    atLeast("full path ÷ bare ack", of("fullPerSecond") / of("barePerSecond"), "", 0.2),
    atLeast("with a transformation ÷ without", of("transformPerSecond") / of("fullPerSecond"), "", 0.65),
    atLeast("runs of a transformation on a body of 2 KiB", of("sandboxRunsPerSecond"), "runs/s", 10_000),
    atMost("verification of 1 KiB, HMAC", of("hmacUs"), "µs", VERIFICATION_BAR_US),
    atMost("verification of 1 KiB, GitHub", of("githubUs"), "µs", VERIFICATION_BAR_US),
    atMost("verification of 1 KiB, Stripe", of("stripeUs"), "µs", VERIFICATION_BAR_US),
    atMost("verification of 1 KiB, Standard Webhooks", of("standardWebhooksUs"), "µs", VERIFICATION_BAR_US),
    plain("wrong first byte takes longer than wrong last byte by", of("firstByteSlowerPercent"), "%"),
    plain("the same between equal requests: half lie within ±", of("equalRequestsPercent"), "%"),
    plain("with a filter ÷ without", of("filterPerSecond") / of("fullPerSecond"), ""),
    plain("fan-out to 10 ÷ full path", of("fanoutPerSecond") / of("fullPerSecond"), ""),
    atLeast(
      "retries with a million events pending ÷ without",
      of("backlogAttemptsPerSecond") / of("withoutBacklogAttemptsPerSecond"),
      "",
      0.9,
    ),
    atMost("page of 2 million events, slowest filter, p95", of("listP95Ms"), "ms", 25),
    atMost("rare word among 2 million of a day, found or ruled out", of("wordInADayMs"), "ms", 2000),
    atMost("rare word in the whole archive, found or ruled out", of("wordInTheArchiveMs"), "ms", 5000),
    atMost("search index ÷ bodies, on disk", of("searchIndexShare"), "", 0.15),
    atMost(
      "slowest question about metrics over 30 days, p95",
      of("metricsP95Ms"),
      "ms",
      METRICS_BARS_MS.question,
    ),
    atMost("small charts of 200 connections, p95", of("sparklinesP95Ms"), "ms", METRICS_BARS_MS.sparklines),
    atMost("start with a million events pending", of("backlogStartMs"), "ms", 5000),
    atMost("CPU per event ÷ CPU of a bare ack", eventCpuUs / of("bareCpuUs"), "", 6.5),
    atMost("end-to-end p50 − ack p50", of("halfLoadEndToEndP50Ms") - of("halfLoadAckP50Ms"), "ms", 2),
    atMost("ack p99 at half load", of("halfLoadAckP99Ms"), "ms", 50),
    atMost("resident memory of the gateway", of("fullResidentMiB"), "MiB", 512),
    atLeast("durable ingest, 2 capped processes ÷ 1", of("twoDurableRatio"), "", 1.9),
    atLeast("full path, 2 capped processes ÷ 1", of("twoFullRatio"), "", 1.9),
    atLeast("durable ingest, 4 capped processes ÷ 1", of("fourDurableRatio"), "", 3.5),
    atLeast("full path, 4 capped processes ÷ 1", of("fourFullRatio"), "", 3.5),
    plain("CPU per event, 2 capped processes ÷ 1", of("twoCpuRatio"), ""),
    plain("CPU per event, 4 capped processes ÷ 1", of("fourCpuRatio"), ""),
    atLeast("durable ingest, 2 processes ÷ 1 on all cores", of("twoFreeDurableRatio"), "", 1),
    atLeast("full path, 2 processes ÷ 1 on all cores", of("twoFreeFullRatio"), "", 1),
    plain("posthorn listen at 500 events/s, until all are settled", of("cliListenPerSecond"), "events/s"),
    plain("CPU per event of posthorn listen", of("cliListenCpuUs"), "µs"),
    atMost("resident memory of posthorn listen", of("cliListenResidentMiB"), "MiB", 100),
    plain("the same at its most, with pages of Node that others share", of("cliListenMostMiB"), "MiB"),
    plain("stored for each event, indexes included", of("storedBytes"), "bytes"),
    plain("of it the record of request and event, kept 30 days longer", of("recordBytes"), "bytes"),
    plain("write-ahead log of each event", of("logBytes"), "bytes"),
    atMost("first start to first accepted request", of("firstStartMs"), "ms", 3000),
    atMost("later start to first accepted request", of("laterStartMs"), "ms", 1000),
  ];
  return figures.filter(({ value }) => !Number.isNaN(value));
}

function plain(name: string, value: number, unit: string): Figure {
  return { name, value, unit, bar: null, met: null };
}

function atLeast(name: string, value: number, unit: string, bar: number): Figure {
  return { name, value, unit, bar: { atLeast: bar }, met: value >= bar };
}

function atMost(name: string, value: number, unit: string, bar: number): Figure {
  return { name, value, unit, bar: { atMost: bar }, met: value <= bar };
}
