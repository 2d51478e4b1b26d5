/**
 * What happens when PostgreSQL dies while the gateway runs?
 *
 * The gateway starts it again after a growing, jittered wait, without giving up: an operator who
 * frees the disk or fixes a setting should not have to restart the gateway as well. Meanwhile,
 * users of the database only see failing connections.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../../log.ts";
import { shutDown, type Postmaster } from "./postmaster.ts";

/** Starts PostgreSQL once; resolves when it accepts connections. Cleans up after itself when it rejects. */
export type Launch = (signal: AbortSignal) => Promise<Postmaster>;

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 2_000;

/**
 * Tries up to `tries` times. Even at a first start the first tries may fail: after a crash the old server's last
 * children may still be ending, and they still hold its shared memory.
 */
export async function launchWithBackOff(
  launch: Launch,
  { tries, signal, log }: { tries: number; signal: AbortSignal; log: Log },
): Promise<Postmaster> {
  for (let made = 1, waitMs = FIRST_WAIT_MS; ; made++, waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await launch(signal);
    } catch (error) {
      if (signal.aborted || made >= tries) throw error;
      log.warn("postgres.start_failed", { error, try: made, next_try_in_ms: waitMs });
    }
    await delay(waitMs * (1 + Math.random() / 4), undefined, { signal });
  }
}

export function supervise(first: Postmaster, launch: Launch, log: Log): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = first;

  async function restartWheneverItDies(): Promise<void> {
    for (;;) {
      await current.exited;
      if (signal.aborted) return;
      const diedAt = performance.now();
      log.error("postgres.died", { pid: current.pid });
      current = await launchWithBackOff(launch, { tries: Infinity, signal, log });
      log.info("postgres.restarted", {
        pid: current.pid,
        duration_ms: Math.round(performance.now() - diedAt),
      });
    }
  }
  // The endless retries reject only when they are told to stop.
  const watching = restartWheneverItDies().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });

  return {
    stop: async () => {
      const askedAt = performance.now();
      stopping.abort();
      const how = current.isAlive() ? await shutDown(current) : "not running";
      await watching;
      log.info("postgres.stopped", { how, duration_ms: Math.round(performance.now() - askedAt) });
    },
  };
}
