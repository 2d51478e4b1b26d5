/**
 * What happens in one step of an erasure?
 *
 * It reads a stretch of one kind of rows, and counts those that contain the identifier. Only an erasure that was confirmed also
 * changes them, in the transaction of the caller, which records how far it came: so a crash repeats a step and loses none.
 */
import type { ErasureCounts } from "@posthorn/contract/erasures";
import { requestIdOfEvent } from "../ids.ts";
import { replaceAnswer } from "../store/attempts.ts";
import type { Queryable } from "../store/database.ts";
import { cancelEvents, markDeliveryGroups } from "../store/events.ts";
import { replaceContent } from "../store/requests.ts";
import { replaceLogs } from "../store/routed.ts";
import { noteErasedContent } from "../store/search-index.ts";
import {
  endOfStretch,
  readAttemptCandidates,
  readDeliveryGroups,
  readEventsOf,
  readLogCandidates,
  readPayloadCandidates,
  type Range,
} from "./candidates.sql.ts";
import { eraseAnswer, eraseLogs, erasePayload } from "./erase-payload.ts";
import type { Finder } from "./finder.ts";
import type { Stage } from "./stages.ts";

export interface StretchAsked {
  team_id: string;
  stage: Stage;
  after: string;
  upTo: string;
  /** How many rows it reads at most. */
  rows: number;
  /** False: it only counts. */
  erases: boolean;
}

export interface StretchDone {
  done_until: string;
  found: Partial<ErasureCounts>;
  hasFound: boolean;
}

/** Of bodies and answers; one row is always read. */
const STRETCH_BYTES = 4 * 1024 * 1024;

export async function eraseStretch(
  tx: Queryable,
  { team_id, stage, after, upTo, rows, erases }: StretchAsked,
  finder: Finder,
): Promise<StretchDone> {
  const end = await endOfStretch(tx, stage, { team_id, after, upTo, rows, bytes: STRETCH_BYTES });
  const range: Range = { team_id, after, end };
  const found = await ACTS[stage](tx, range, finder, erases);
  const { unreadable: _unreadable, ...rest } = found;
  return { done_until: end, found, hasFound: Object.values(rest).some((count) => count > 0) };
}

type Act = (tx: Queryable, range: Range, finder: Finder, erases: boolean) => Promise<Partial<ErasureCounts>>;

const ACTS: Readonly<Record<Stage, Act>> = {
  payloads: (...given) => actOnPayloads("payloads", ...given),
  kept_payloads: (...given) => actOnPayloads("kept_payloads", ...given),
  events: actOnGroups,
  attempts: actOnAttempts,
  transformation_executions: actOnLogs,
};

async function actOnPayloads(
  table: "payloads" | "kept_payloads",
  tx: Queryable,
  range: Range,
  finder: Finder,
  erases: boolean,
): Promise<Partial<ErasureCounts>> {
  const { team_id } = range;
  const holding: string[] = [];
  let unreadable = 0;
  for (const candidate of await readPayloadCandidates(tx, table, range, finder.anchors)) {
    // Ingest has written the headers: names and values in turn.
    const headers = JSON.parse(candidate.headers) as string[];
    const erased = await erasePayload({ ...candidate, headers }, finder);
    if (erased.isUnreadable) unreadable++;
    if (erased.count === 0) continue;
    holding.push(candidate.id);
    if (erases) await replaceContent(tx, table, { team_id, id: candidate.id }, erased);
  }
  if (table === "kept_payloads" && !erases) return { kept_payloads: holding.length, unreadable };
  const events = await readEventsOf(tx, team_id, holding);
  const pending = events.filter(({ is_pending }) => is_pending).map(({ id }) => id);
  if (erases && holding.length > 0) {
    await cancelEvents(tx, { team_id, ids: pending });
    await noteErasedContent(tx, team_id, [...new Set(holding.map(requestIdOfEvent))]);
  }
  if (table === "kept_payloads") return { kept_payloads: holding.length, unreadable };
  return {
    requests: holding.filter((id) => requestIdOfEvent(id) === id).length,
    events: events.length,
    pending_events: pending.length,
    unreadable,
  };
}

async function actOnGroups(
  tx: Queryable,
  range: Range,
  finder: Finder,
  erases: boolean,
): Promise<Partial<ErasureCounts>> {
  const rows = (await readDeliveryGroups(tx, range)).filter(({ delivery_group }) =>
    finder.isIn(delivery_group),
  );
  if (erases) await markDeliveryGroups(tx, { team_id: range.team_id, ids: rows.map(({ id }) => id) });
  // The name of a group comes from the payload, with which its event has been counted.
  return { events: rows.filter(({ has_payload }) => !has_payload).length };
}

async function actOnAttempts(
  tx: Queryable,
  range: Range,
  finder: Finder,
  erases: boolean,
): Promise<Partial<ErasureCounts>> {
  const counts = { attempts: 0, unreadable: 0 };
  for (const candidate of await readAttemptCandidates(tx, range, finder.anchors)) {
    const { event_id, attempt_number, requested_url, response_body } = candidate;
    // Settling has written the headers: names and values in turn.
    const response_headers =
      candidate.response_headers === null ? null : (JSON.parse(candidate.response_headers) as string[]);
    const erased = await eraseAnswer({ requested_url, response_headers, response_body }, finder);
    if (erased.isUnreadable) counts.unreadable++;
    if (erased.count === 0) continue;
    counts.attempts++;
    if (erases) await replaceAnswer(tx, { team_id: range.team_id, event_id, attempt_number }, erased.content);
  }
  return counts;
}

async function actOnLogs(
  tx: Queryable,
  range: Range,
  finder: Finder,
  erases: boolean,
): Promise<Partial<ErasureCounts>> {
  let executions = 0;
  for (const { id, logs } of await readLogCandidates(tx, range, finder.anchors)) {
    const erased = eraseLogs(logs, finder);
    if (erased.count === 0) continue;
    executions++;
    if (erases) await replaceLogs(tx, { team_id: range.team_id, id }, erased.logs);
  }
  return { executions };
}
