/**
 * Works on erasures of personal data: a small step of each in turn, with a pause after every round.
 *
 * A step is one short transaction, which also records how far it came. A crash repeats the step that was running. A step that
 * takes too long is tried again with fewer rows. After the last step of a pass, what was on its way when the erasure began is
 * awaited, and another pass erases what it has written. An erasure is complete when a pass finds nothing.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { ErasureCounts } from "@posthorn/contract/erasures";
import { eraseStretch } from "../erasure/erase-stretch.ts";
import { createFinder } from "../erasure/finder.ts";
import { STAGES, type Stage, stageAfter } from "../erasure/stages.ts";
import type { Log } from "../log.ts";
import { type Database, type Queryable, isTooSlow, isUnavailable } from "../store/database.ts";
import {
  beginNextPass,
  discardOldPlans,
  endErasure,
  type ErasureRow,
  findErasuresAtWork,
  hasSettled,
  lockErasure,
  LOWEST_ID,
  recordErasureStep,
  recordPass,
  recordPlan,
} from "../store/erasures.ts";
import type { Sealer } from "../store/seal.ts";
import { createBusyness, pauseAfter } from "./gentle-pace.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 1_000;
const AT_ONCE = 20;
const STEP_ROWS = 500;
const STEP_ROWS_LEAST = 10;
const STEP_WITHIN_MS = 5_000;
/** A pass erases what was written during the one before it. More would mean that somebody writes for a deleted past. */
const PASSES_MOST = 5;
const [FIRST_STAGE] = STAGES;

export interface ErasingDeps {
  db: Database;
  log: Log;
  sealer: Pick<Sealer, "open">;
}

type Moved = "on" | "waiting" | "ended";

export function createErasing(deps: ErasingDeps): Loop {
  const { db, log } = deps;
  const busyness = createBusyness();
  const rowsOf = new Map<string, number>();
  const loop = repeat("erasing", EVERY_MS, log, async () => {
    for (const id of await discardOldPlans(db)) log.info("erasure.plan_discarded", { id });
    const open = await findErasuresAtWork(db, AT_ONCE);
    if (open.length === 0) return rowsOf.clear();
    const startedAtMs = performance.now();
    let isMoving = false;
    for (const id of open) if ((await advance(id)) !== "waiting") isMoving = true;
    if (!isMoving) return;
    await pause(pauseAfter({ tookMs: performance.now() - startedAtMs, busy: busyness() }));
    loop.poke();
  });
  return loop;

  async function advance(id: string): Promise<Moved> {
    const rows = rowsOf.get(id) ?? STEP_ROWS;
    try {
      return await db.transaction(async (tx) => {
        await tx.query(`set local statement_timeout = ${STEP_WITHIN_MS}`);
        return takeStep(tx, deps, id, rows);
      });
    } catch (error) {
      if (isTooSlow(error)) {
        log.warn("erasure.slow", { id, rows });
        rowsOf.set(id, Math.max(STEP_ROWS_LEAST, Math.trunc(rows / 2)));
        return "waiting";
      }
      if (error instanceof Error && isUnavailable(error)) throw error;
      log.error("erasure.failed", { error, id });
      await endErasure(db, id, "failed");
      return "ended";
    }
  }
}

/** One step of one erasure. A test may take them one by one. */
export async function takeStep(
  tx: Queryable,
  { log, sealer }: Omit<ErasingDeps, "db">,
  id: string,
  rows = STEP_ROWS,
): Promise<Moved> {
  const erasure = await lockErasure(tx, id);
  if (!erasure?.identifier) return "waiting";
  if (erasure.state === "settling") {
    if (!(await hasSettled(tx, erasure))) return "waiting";
    await beginNextPass(tx, id, FIRST_STAGE);
    return "on";
  }
  const { team_id, done_until: after, last_id: upTo } = erasure;
  const stage = stageOf(erasure);
  const erases = erasure.state === "erasing";
  const finder = createFinder(sealer.open(erasure.identifier, "erasures.identifier", { team_id, id }));
  const done = await eraseStretch(tx, { team_id, stage, after, upTo, rows, erases }, finder);
  const of = erases ? "erased" : "planned";
  const counts = summed(erasure[of], done.found, { isFurtherPass: erasure.pass > 1 });
  const has_erased = erasure.has_erased || done.hasFound;
  const hasEnded = done.done_until === upTo;
  const next = hasEnded ? stageAfter(stage) : stage;
  await recordErasureStep(tx, {
    id,
    of,
    counts,
    has_erased,
    stage: next ?? stage,
    done_until: hasEnded && next ? LOWEST_ID : done.done_until,
  });
  if (next) return "on";
  return endOfPass(tx, log, { ...erasure, has_erased, [of]: counts });
}

async function endOfPass(tx: Queryable, log: Log, erasure: ErasureRow): Promise<Moved> {
  const { id, team_id, state, pass, has_erased, erased } = erasure;
  if (state === "planning") await recordPlan(tx, id);
  else if (pass === 1 || (has_erased && pass < PASSES_MOST)) await recordPass(tx, id);
  else {
    await endErasure(tx, id, "completed");
    log.info("erasure.completed", { id, team_id, passes: pass, ...erased });
    return "ended";
  }
  return "on";
}

/** A row that cannot be read is counted by the first pass only: a further one finds the same. */
function summed(
  before: Partial<ErasureCounts>,
  found: Partial<ErasureCounts>,
  { isFurtherPass }: { isFurtherPass: boolean },
): Partial<ErasureCounts> {
  const sums: Partial<Record<string, number>> = { ...before };
  for (const [name, count] of Object.entries(found)) {
    if (name === "unreadable" && isFurtherPass) continue;
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

function stageOf({ stage }: ErasureRow): Stage {
  const known = STAGES.find((name) => name === stage);
  if (!known) throw new Error(`An erasure is in a stage that there is not: ${stage}`);
  return known;
}
