/**
 * Removes deleted projects from the database in small steps, so that no traffic waits, however much they hold.
 *
 * The traffic of a project is deleted at once, its configuration and its own row an hour later. By then no process can
 * still write for it: an attempt lasts 15 minutes at most, and a process that was silent for ten seconds has been taken
 * over. A pass keeps its position in memory only: after a crash a new pass begins and finds what is left. If two
 * processes run a pass at once, they repeat each other's work and do no harm.
 */
import type { Log } from "../log.ts";
import { COUNTER_TABLES, NEWS_TABLES } from "../store/counters.ts";
import type { Queryable } from "../store/database.ts";
import { forgetLimitersOf } from "../store/limiters.ts";
import {
  type DeletedProject,
  TABLES_OF_CONFIGURATION,
  deleteSomeConfiguration,
  deleteSomeCounters,
  readDeletedProjects,
} from "../store/project-removal.ts";
import { removeProject } from "../store/projects.ts";
import { deleteSomeOfIndex } from "../store/search-index.ts";
import { TABLES_OF_DATA, TABLES_OF_RECORD, deleteOldest } from "../store/retention.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 60 * 1000;
/** Rows that one statement deletes. */
const BATCH = 500;
/** A section has up to a MiB. */
const SECTIONS = 10;
/** Between two steps, so that deleting never has the database to itself. */
const PAUSE_MS = 20;
/** A turn ends after this long, so that a stop does not wait for a large project. */
const TURN_MS = 1_000;
const LATE_WRITES_MS = 60 * 60 * 1000;

const OLDEST_ID = "00000000-0000-0000-0000-000000000000";
const BEYOND_ALL_IDS = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

export function createProjectRemoval(db: Queryable, log: Log): Loop {
  const turn = createProjectRemovalTurn(db, log);
  const loop = repeat("project_removal", EVERY_MS, log, async () => {
    if (await turn()) loop.poke();
  });
  return loop;
}

/** Returns whether the project was deleted so long ago that no process can still write for it. */
export function isQuiet({ deleted_for_ms }: Pick<DeletedProject, "deleted_for_ms">): boolean {
  return deleted_for_ms >= LATE_WRITES_MS;
}

/**
 * A turn is a part of a pass over all deleted projects; the next turn continues it. Returns false when the pass is
 * done.
 */
export function createProjectRemovalTurn(
  db: Queryable,
  log: Log,
  { batch = BATCH, turnMs = TURN_MS } = {},
): () => Promise<boolean> {
  let pass: AsyncGenerator<void> | null = null;

  return async () => {
    pass ??= stepsOverAll();
    const untilMs = performance.now() + turnMs;
    do {
      // A step that failed has ended its generator: the next turn gets `done`, and the turn after it begins a new pass.
      const { done } = await pass.next();
      if (done) {
        pass = null;
        return false;
      }
      await pause();
    } while (performance.now() < untilMs);
    return true;
  };

  async function* stepsOverAll(): AsyncGenerator<void> {
    for (const project of await readDeletedProjects(db)) {
      yield* trafficOf(project.id);
      if (!isQuiet(project)) continue;
      yield* configurationOf(project.id);
      await removeProject(db, project.id);
      log.info("project.removed", { team_id: project.id });
    }
  }

  async function* trafficOf(team_id: string): AsyncGenerator<void> {
    for (const table of [...TABLES_OF_DATA, ...TABLES_OF_RECORD, "kept_payloads"] as const) {
      let from: string | null = OLDEST_ID;
      while (from !== null) {
        from = await deleteOldest(
          db,
          table,
          { team_id, from, before: BEYOND_ALL_IDS, keepsUnsent: false },
          batch,
        );
        yield;
      }
    }
    while (await deleteSomeOfIndex(db, "search_sections", team_id, SECTIONS)) yield;
    while (await deleteSomeOfIndex(db, "search_late", team_id, batch)) yield;
    for (const table of [...NEWS_TABLES, "topic_news", ...COUNTER_TABLES] as const)
      while (await deleteSomeCounters(db, table, team_id, batch)) yield;
  }

  async function* configurationOf(team_id: string): AsyncGenerator<void> {
    await forgetLimitersOf(db, team_id);
    for (const table of TABLES_OF_CONFIGURATION)
      while (await deleteSomeConfiguration(db, table, team_id, batch)) yield;
  }
}
