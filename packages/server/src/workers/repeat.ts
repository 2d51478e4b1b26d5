/**
 * How does a background loop run?
 *
 * It repeats its turn with a pause between, runs at once when poked, and never runs two turns at the same time. A turn
 * that fails is logged, and the next turn tries again; a loop never ends the process.
 */
import type { Log } from "../log.ts";

export interface LoopProgress {
  name: string;
  /** When a turn last succeeded, in milliseconds since 1970; null before the first. */
  succeededAtMs: number | null;
  failed: number;
}

export interface Loop {
  progress: Readonly<LoopProgress>;
  start: () => void;
  /** Run as soon as possible instead of after the pause. */
  poke: () => void;
  /** Resolves when the turn that was running has ended. */
  stop: () => Promise<void>;
}

export function repeat(name: string, everyMs: number, log: Log, turn: () => Promise<void>): Loop {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let isPoked = false;
  let isStopped = true;
  let isFailing = false;
  const progress: LoopProgress = { name, succeededAtMs: null, failed: 0 };

  async function run(): Promise<void> {
    isPoked = false;
    try {
      await turn();
      if (isFailing) log.info(`${name}.recovered`);
      isFailing = false;
      progress.succeededAtMs = Date.now();
    } catch (error) {
      progress.failed++;
      if (!isFailing) log.warn(`${name}.failed`, { error }); // once per outage, not once per turn
      isFailing = true;
    }
  }

  function next(delayMs: number): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      timer = null;
      running = run().finally(() => {
        running = null;
        next(isPoked && !isFailing ? 0 : everyMs);
      });
    }, delayMs);
  }

  return {
    progress,
    start() {
      isStopped = false;
      next(0);
    },
    poke() {
      isPoked = true;
      if (!timer) return;
      clearTimeout(timer);
      next(0);
    },
    async stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
