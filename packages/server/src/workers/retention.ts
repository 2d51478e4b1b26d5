/**
 * Deletes what is past its retention.
 *
 * Cancels events that waited in vain, drops whole days, and deletes in small steps what one project keeps for less time
 * than another. What is still to be sent stays (store/retention.ts). If two processes run it at once, they repeat each
 * other's work and do no harm.
 */
import {
  AUDIT_KEPT_DAYS,
  COUNTERS_KEPT_DAYS,
  MARKERS_KEPT_LEAST_DAYS,
  RECORD_KEPT_LONGER_DAYS,
} from "@posthorn/contract/limits";
import type { Log } from "../log.ts";
import { deleteEntriesOfNobody, deleteOldEntries } from "../store/audit-entries.ts";
import { COUNTER_TABLES, SPANS, deleteOldCounters } from "../store/counters.ts";
import type { Database } from "../store/database.ts";
import { cancelPastRetention } from "../store/events.ts";
import { keepUnsent, releaseUnneeded } from "../store/kept-payloads.ts";
import { dropOldDays } from "../store/old-days.ts";
import {
  type Retention,
  TABLES_OF_DATA,
  TABLES_OF_RECORD,
  deleteOldest,
  findUnsentDays,
  idBefore,
  outlivesRetention,
  readRetentions,
} from "../store/retention.ts";
import { deleteOldSections, shrinkSections } from "../store/search-index.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 10 * 60 * 1000;
const BATCH = 500;
/** Payloads that one step copies or looks at: each may have ten megabytes. */
const PAYLOADS = 50;
/** Between two steps, so that deleting never has the database to itself. */
const PAUSE_MS = 20;
const OLDEST_ID = "00000000-0000-0000-0000-000000000000";
const DAY_MS = 24 * 60 * 60 * 1000;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** What is kept for as long as the operator says; defaults of their own if left out. */
export interface KeptDays {
  /** The counts of days. */
  countersDays?: number | undefined;
  /** Entries of the audit log. */
  auditDays?: number | undefined;
}

export function createRetention(db: Database, log: Log, kept: KeptDays): Loop {
  return repeat("retention", EVERY_MS, log, withAlarm(createRetentionTurn(db, log, kept), log));
}

/** A failed turn is mostly an outage, and is tried again. If no turn has succeeded for a day, a person must act. */
export function withAlarm(turn: () => Promise<void>, log: Log, now = () => performance.now()) {
  let succeededMs = now();
  return async () => {
    try {
      await turn();
      succeededMs = now();
    } catch (error) {
      if (now() - succeededMs >= DAY_MS) log.error("retention.overdue", { error });
      throw error;
    }
  };
}

/** A turn is one pass over everything. It remembers its position, so that the next does not read deleted rows again. */
export function createRetentionTurn(
  db: Database,
  log: Log,
  { countersDays = COUNTERS_KEPT_DAYS.day, auditDays = AUDIT_KEPT_DAYS }: KeptDays = {},
): () => Promise<void> {
  const countersKept = { ...COUNTERS_KEPT_DAYS, day: countersDays };
  const doneBefore = new Map<string, string>();

  async function cancelWaiting({ team_ids, days }: Retention, nowMs: number): Promise<void> {
    const past = {
      team_ids,
      before: idBefore(nowMs, days),
      sinceMs: nowMs - days * DAY_MS,
      limit: BATCH,
    };
    while (await cancelPastRetention(db, past)) await pause();
  }

  /** A copy that lost its last need is deleted before new copies are made: those were needed a moment ago. */
  async function keepPayloads({ team_ids, days }: Retention, nowMs: number): Promise<void> {
    const past = { team_ids, before: idBefore(nowMs, days), limit: PAYLOADS };
    let after: string | null = OLDEST_ID;
    while (after !== null) {
      after = await releaseUnneeded(db, { ...past, after });
      await pause();
    }
    while (await keepUnsent(db, past)) await pause();
  }

  async function dropDays(
    table: (typeof TABLES)[number],
    beforeMs: number,
    unsentDays: ReadonlySet<number>,
  ): Promise<void> {
    const needed = outlivesRetention(table) ? unsentDays : undefined;
    const { dropped, busy } = await dropOldDays(db, table, beforeMs, needed);
    if (dropped.length > 0) log.info("retention.dropped", { partitions: dropped });
    if (busy === null) return;
    // A partition that is busy for a moment is normal. One that is busy for a day is held by a forgotten transaction.
    const isOverdue = busy.dayMs + DAY_MS <= beforeMs - DAY_MS;
    log[isOverdue ? "error" : "warn"]("retention.busy", { partition: busy.name });
  }

  async function deleteOf(
    table: (typeof TABLES)[number] | "markers",
    team_id: string,
    before: string,
  ): Promise<void> {
    const place = `${table} ${team_id}`;
    let from = doneBefore.get(place) ?? OLDEST_ID;
    if (from >= before) return;
    for (;;) {
      const reached = await deleteOldest(db, table, { team_id, from, before, keepsUnsent: true }, BATCH);
      from = reached ?? before;
      doneBefore.set(place, from);
      if (reached === null) return;
      await pause();
    }
  }

  return async () => {
    while (await deleteOldEntries(db, auditDays, BATCH)) await pause();
    while (await deleteEntriesOfNobody(db, BATCH)) await pause();
    const { nowMs, retentions } = await readRetentions(db);
    const longest = retentions.at(-1);
    if (!longest) return;
    for (const retention of retentions) await cancelWaiting(retention, nowMs);
    for (const retention of retentions) await keepPayloads(retention, nowMs);
    const unsentDays = await findUnsentDays(db, nowMs - longest.days * DAY_MS);
    for (const table of TABLES) {
      const extraDays = isOfRecord(table) ? RECORD_KEPT_LONGER_DAYS : 0;
      await dropDays(table, nowMs - (longest.days + extraDays) * DAY_MS, unsentDays);
      const hasOldDays = unsentDays.size > 0 && outlivesRetention(table);
      for (const { days, team_ids } of retentions) {
        if (days === longest.days && !hasOldDays) continue;
        const before = idBefore(nowMs, days + extraDays);
        for (const team_id of team_ids) await deleteOf(table, team_id, before);
      }
    }
    for (const { days, team_ids } of retentions) {
      const before = idBefore(nowMs, Math.max(days, MARKERS_KEPT_LEAST_DAYS));
      for (const team_id of team_ids) await deleteOf("markers", team_id, before);
    }
    // A day later than the rows: until then the partition of their day may still exist.
    await shrinkSections(db, idBefore(nowMs, longest.days + 1));
    await deleteOldSections(db, idBefore(nowMs, longest.days + RECORD_KEPT_LONGER_DAYS + 1));
    for (const span of SPANS)
      for (const table of COUNTER_TABLES) {
        const age = { span, beforeMs: nowMs - Math.min(countersKept[span], countersDays) * DAY_MS };
        while (await deleteOldCounters(db, table, age, BATCH)) await pause();
      }
  };
}

const TABLES = [...TABLES_OF_DATA, ...TABLES_OF_RECORD] as const;

function isOfRecord(table: (typeof TABLES)[number]): boolean {
  return TABLES_OF_RECORD.some((name) => name === table);
}
