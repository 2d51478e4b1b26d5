/**
 * Writes the search index, from what is stored.
 *
 * A turn publishes the mark and waits until every open transaction has seen it (docs/decisions/0041). Then it writes
 * sections again that got late rows, and new sections of projects with enough requests below the mark. It goes
 * in small steps with pauses, so that traffic goes first. A half-read section is only in memory: a process that stops or dies
 * loses nothing but that work.
 */
import { setTimeout as pause } from "node:timers/promises";
import { createdAt, newId } from "../ids.ts";
import type { Log } from "../log.ts";
import { createSectionWriter, type SectionWriter } from "../search/section-writer.ts";
import type { Database } from "../store/database.ts";
import {
  type LateRow,
  type PayloadToIndex,
  type StaleSection,
  areAllAware,
  countWaiting,
  findPageEnd,
  findStaleSection,
  insertSection,
  lastIdOf,
  publishMark,
  readBarrier,
  readContents,
  readIndexedProjects,
  readLate,
  readPayloadsToIndex,
  replaceSection,
} from "../store/search-index.ts";
import { createBusyness, pauseAfter } from "./gentle-pace.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 5_000;
/** How long a turn waits for open transactions; if one stays open, the next turn tries again. */
const AWARE_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 50;
/** Requests and bytes of payloads that one step reads. Hashing so many bytes blocks the process for a few milliseconds. */
const STEP_REQUESTS = 200;
const STEP_BYTES = 256 * 1024;
const COUNT_AT_A_TIME = 2_000;
/** Fewer are quick to search without an index, and their bits would take more than their part of the disk. */
const ENOUGH: Enough = { requests: 32_768, bytes: 8 * 1024 * 1024 };

interface Enough {
  requests: number;
  bytes: number;
}

export interface SearchIndexing extends Loop {
  /** The age of the oldest request that could be in a section and is not; 0 when there is none. */
  lagSeconds: () => number;
}

export interface SearchIndexingDeps {
  db: Database;
  log: Log;
}

export function createSearchIndexing(deps: SearchIndexingDeps): SearchIndexing {
  const indexing = createIndexingTurn(deps);
  const loop = repeat("search_indexing", EVERY_MS, deps.log, async () => {
    await indexing.turn();
  });
  return {
    ...loop,
    lagSeconds: indexing.lagSeconds,
    stop() {
      indexing.giveUp();
      return loop.stop();
    },
  };
}

interface Range {
  team_id: string;
  above: string;
  before: string;
  /** The section covers the range up to its end, also where there are no requests. */
  isWhole: boolean;
}

export interface IndexingTurn {
  /** Returns false when it could not begin: another worker is at work, or a transaction stays open. */
  turn: () => Promise<boolean>;
  /** Ends the turn after the step that is running. */
  giveUp: () => void;
  lagSeconds: () => number;
}

export function createIndexingTurn(
  { db, log }: SearchIndexingDeps,
  {
    enough = ENOUGH,
    blockBytes,
    gently = pauseGently(),
  }: { enough?: Enough; blockBytes?: number; gently?: () => Promise<unknown> } = {},
): IndexingTurn {
  const worker = newId();
  /** What waits in each project, as far as it has been counted. */
  const waitingOf = new Map<string, { indexed_to: string; counted_to: string } & Enough>();
  let lagSeconds = 0;
  const givenUp = new AbortController();

  /** Returns null when it is another worker's turn, or a transaction stays open that may not know the mark. */
  async function settledMark(): Promise<string | null> {
    const mark = await publishMark(db, worker);
    if (mark === null) return null;
    const barrier = await readBarrier(db);
    const untilMs = performance.now() + AWARE_WITHIN_MS;
    while (!(await areAllAware(db, barrier))) {
      if (givenUp.signal.aborted || performance.now() > untilMs) return null;
      await pause(LOOK_EVERY_MS);
    }
    return mark;
  }

  /** Adds all payloads of these requests, in steps. */
  async function addPayloads(writer: SectionWriter, team_id: string, payloads: readonly PayloadToIndex[]) {
    let rest = payloads;
    while (rest.length > 0 && !writer.isFull() && !givenUp.signal.aborted) {
      const step = firstStep(rest);
      const contents = await readContents(
        db,
        team_id,
        step.map(({ payload_id }) => payload_id),
      );
      for (const [at, { request_id, payload_id }] of step.entries()) {
        const content = contents.get(payload_id);
        if (content) writer.add(content);
        const next = rest[at + 1]?.request_id;
        if (next !== request_id) writer.endRequest(lastIdOf(request_id));
        if (writer.isFull()) break;
      }
      rest = rest.slice(step.length);
      await gently();
    }
  }

  /**
   * Reads the payloads of a range until the section is full. Returns the late rows that it has taken into account, which
   * it looks up before it reads; null if the turn was given up.
   */
  async function readRange(
    writer: SectionWriter,
    { team_id, above, before, isWhole }: Range,
  ): Promise<LateRow[] | null> {
    const late: LateRow[] = [];
    let after = above;
    while (!givenUp.signal.aborted) {
      const last = await findPageEnd(db, { team_id, after, before, limit: STEP_REQUESTS });
      if (last === null && !isWhole) return late;
      const page = { team_id, above: after, up_to: last === null ? before : lastIdOf(last) };
      late.push(...(await readLate(db, page)));
      await addPayloads(writer, team_id, await readPayloadsToIndex(db, page));
      if (!writer.isFull()) writer.endRequest(page.up_to);
      if (givenUp.signal.aborted) return null;
      if (writer.isFull() || last === null) return late;
      after = page.up_to;
    }
    return null;
  }

  async function rewrite(stale: StaleSection): Promise<void> {
    const { team_id, above, up_to, version } = stale;
    const writer = createSectionWriter({
      isOpenEnded: true,
      ...(blockBytes !== undefined && { blockBytes }),
    });
    const late = await readRange(writer, { team_id, above, before: up_to, isWhole: true });
    if (late === null) return;
    const written = writer.finish();
    if (!written) return;
    const isOurs = await db.transaction((tx) =>
      replaceSection(tx, { team_id, above, ...written }, version, late),
    );
    if (isOurs) log.info("search_index.rewritten", { team_id, late: late.length });
  }

  /** Returns false if no section was written. */
  async function append(team_id: string, above: string, below: string): Promise<boolean> {
    const writer = createSectionWriter(blockBytes === undefined ? {} : { blockBytes });
    const beganAtMs = performance.now();
    const late = await readRange(writer, { team_id, above, before: below, isWhole: false });
    const written = late && writer.finish();
    if (!written) return false;
    const isOurs = await db.transaction((tx) => insertSection(tx, { team_id, above, ...written }, late));
    log.debug?.("search_index.section", {
      team_id,
      took_ms: Math.round(performance.now() - beganAtMs),
      bytes: written.bits.length,
    });
    return isOurs;
  }

  async function countAll(below: string): Promise<void> {
    const projects = await readIndexedProjects(db);
    const known = new Set(projects.map(({ team_id }) => team_id));
    for (const team_id of waitingOf.keys()) if (!known.has(team_id)) waitingOf.delete(team_id);
    for (const { team_id, indexed_to } of projects) {
      if (waitingOf.get(team_id)?.indexed_to !== indexed_to) {
        waitingOf.set(team_id, { indexed_to, counted_to: indexed_to, requests: 0, bytes: 0 });
      }
    }
    let asked = [...waitingOf.keys()];
    while (asked.length > 0 && !givenUp.signal.aborted) {
      const uncounted = asked.map((team_id) => ({
        team_id,
        counted_to: waitingOf.get(team_id)?.counted_to ?? "",
      }));
      const found = await countWaiting(db, uncounted, { below, limit: COUNT_AT_A_TIME });
      for (const { team_id, requests, bytes, counted_to } of found) {
        const waiting = waitingOf.get(team_id);
        if (!waiting) continue;
        waiting.requests += requests;
        waiting.bytes += bytes;
        waiting.counted_to = counted_to;
      }
      asked = found
        .filter(({ team_id, requests }) => requests === COUNT_AT_A_TIME && !hasEnough(team_id))
        .map(({ team_id }) => team_id);
      await gently();
    }
  }

  function hasEnough(team_id: string): boolean {
    const waiting = waitingOf.get(team_id);
    return waiting !== undefined && (waiting.requests >= enough.requests || waiting.bytes >= enough.bytes);
  }

  async function turn(): Promise<boolean> {
    for (;;) {
      const mark = await settledMark();
      if (mark === null) return false;
      const stale = await findStaleSection(db);
      if (stale) await rewrite(stale);
      await countAll(mark);
      const ready = [...waitingOf.keys()].filter(hasEnough);
      if (ready.length === 0) lagSeconds = 0;
      for (const team_id of ready) {
        const above = waitingOf.get(team_id)?.indexed_to ?? "";
        await measureLag(team_id, above, mark);
        if (givenUp.signal.aborted || !(await append(team_id, above, mark))) return true;
      }
      if (ready.length === 0 || givenUp.signal.aborted) return true;
    }
  }

  async function measureLag(team_id: string, after: string, before: string): Promise<void> {
    const first = await findPageEnd(db, { team_id, after, before, limit: 1 });
    if (first !== null) lagSeconds = Math.max(0, (Date.now() - Date.parse(createdAt(first))) / 1_000);
  }

  return {
    turn,
    giveUp() {
      givenUp.abort();
    },
    lagSeconds: () => lagSeconds,
  };
}

/** The first payloads that fit into a step; at least one. */
function firstStep(payloads: readonly PayloadToIndex[]): PayloadToIndex[] {
  let bytes = 0;
  const end = payloads.findIndex((payload) => (bytes += payload.bytes) > STEP_BYTES);
  return payloads.slice(0, end === -1 ? payloads.length : Math.max(1, end));
}

function pauseGently(): () => Promise<void> {
  const busyness = createBusyness();
  let beganAtMs = performance.now();
  return async () => {
    await pause(pauseAfter({ tookMs: Math.min(1_000, performance.now() - beganAtMs), busy: busyness() }));
    beganAtMs = performance.now();
  };
}
