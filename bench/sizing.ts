/**
 * How large a machine does a load need? The arithmetic of the guide 'Sizing', from the measured cost of an event.
 *
 * Pure. Rounded up, because half a core cannot be bought.
 */
import { connectionsWanted } from "../packages/server/src/store/connections-of-each.ts";

/** What one event costs, with one attempt and a body of 1 KiB. */
export interface EventCost {
  gatewayCpuUs: number;
  databaseCpuUs: number;
  /** With indexes, without the body. */
  storedBytes: number;
  /** The part of it that stays when the data is gone. */
  recordBytes: number;
}

export interface Load {
  /** Per second, over days: what fills the disk. */
  average: number;
  /** Per second, over minutes: what needs the cores. */
  peak: number;
  /** Of request and response together. */
  bodyBytes: number;
  retentionDays: number;
}

export interface Size {
  gatewayCores: number;
  databaseCores: number;
  processes: number;
  memoryGiB: number;
  diskGiB: number;
  connections: number;
}

/** Above it, bursts and the system's own work make everything wait. */
const BUSY_AT_MOST = 0.7;
/** The search index, ÷ bodies. */
const INDEX_SHARE = 0.15;
/** How much longer the records of requests and events stay (docs/decisions/0006-retention.md). */
const RECORD_DAYS_LONGER = 30;
/** What vacuum has not given back yet, counters, and a day that cannot be dropped at once. */
const DISK_ROOM = 1.25;
/** `max_wal_size`. */
const LOG_GIB = 2;
const SECONDS_A_DAY = 86_400;
const GIB = 2 ** 30;

export function sizeFor(load: Load, cost: EventCost): Size {
  const coresFor = (cpuUs: number) => Math.ceil((load.peak * cpuUs) / 1_000_000 / BUSY_AT_MOST);
  const gatewayCores = coresFor(cost.gatewayCpuUs);
  const dataBytes = cost.storedBytes - cost.recordBytes + load.bodyBytes * (1 + INDEX_SHARE);
  const bytesPerEventDay =
    dataBytes * load.retentionDays + cost.recordBytes * (load.retentionDays + RECORD_DAYS_LONGER);
  const diskBytes = load.average * SECONDS_A_DAY * bytesPerEventDay * DISK_ROOM;
  return {
    gatewayCores,
    databaseCores: coresFor(cost.databaseCpuUs),
    processes: gatewayCores,
    memoryGiB: gatewayCores + 1,
    diskGiB: Math.ceil(diskBytes / GIB) + LOG_GIB,
    connections: connectionsWanted(gatewayCores),
  };
}
