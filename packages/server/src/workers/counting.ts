/**
 * Moves news into the counters, and samples how much waits for each destination.
 *
 * Every process that delivers runs this. One of them moves at a time; a process that finds the place taken has nothing to
 * do. If a turn fails, the news stay where they are and readers still see them.
 */
import type { Log } from "../log.ts";
import { ALL_FACTS, BEGINNING_OF_NEWS, moveNews } from "../store/counters.ts";
import type { Database } from "../store/database.ts";
import { sampleQueues } from "../store/queue-samples.ts";
import { type Loop, repeat } from "./repeat.ts";

/** News are a small part of what a reader adds up, as long as they stay for seconds only. */
const MOVE_EVERY_MS = 5_000;
const SAMPLE_EVERY_MS = 15_000;

export function createCounting(db: Database, log: Log): Loop {
  return repeat("counting", MOVE_EVERY_MS, log, () => moveAllNews(db));
}

/** Resolves when all news that were there at the beginning are moved, unless another process moves them. */
export async function moveAllNews(db: Database): Promise<void> {
  for (const fact of ALL_FACTS) {
    let place: string | null = BEGINNING_OF_NEWS;
    while (place !== null) {
      const from: string = place;
      place = await db.transaction((tx) => moveNews(tx, fact, from));
    }
  }
}

export function createQueueSampling(db: Database, log: Log): Loop {
  return repeat("queue_sampling", SAMPLE_EVERY_MS, log, () => db.transaction(sampleQueues));
}
