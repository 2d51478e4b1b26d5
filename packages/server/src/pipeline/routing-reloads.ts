/**
 * When is the routing table read again, and what if a read fails?
 *
 * One read runs at a time. If two ran at once, the older answer could arrive last and stay. All sources that are wanted
 * when a read begins share it. After a failed read its sources stay wanted: the next read has them too, and it comes by
 * itself, after a pause that grows and has a random part. So a change that was announced is used as soon as the database
 * can be read, however often it could not.
 *
 * While reads fail, the table is stale, and the alarm `reload_failed` is active. The log has `routing.reload_failed` when
 * that begins and `routing.reload_recovered` when it ends.
 */
import type { Alarms } from "../alarms.ts";
import type { Log } from "../log.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
const ALL_SOURCES = "all";

export interface RoutingReloads {
  /** Reads one source again, or all. Rejects if that read fails; the source stays wanted. */
  reload: (sourceKey?: string) => Promise<void>;
  /** Resolves when everything that was wanted before the call has been read. */
  upToDate: () => Promise<void>;
  /** Reads nothing more by itself. */
  stop: () => void;
}

export interface RoutingReloadsDeps {
  /** Reads these sources; null means all. */
  read: (sourceKeys: readonly string[] | null) => Promise<void>;
  log: Log;
  alarms: Pick<Alarms, "raise" | "end">;
}

export function createRoutingReloads({ read, log, alarms }: RoutingReloadsDeps): RoutingReloads {
  let wanted = new Set<string>();
  /** How many reloads were asked for, and how many of these a read has answered. */
  let [asked, answered] = [0, 0];
  /** The read that takes what is wanted now; null if none waits to begin. */
  let next: Promise<void> | null = null;
  /** Resolves when the latest read has ended, well or not. */
  let ended: Promise<unknown> = Promise.resolve();
  let waiting: { until: number; resolve: () => void }[] = [];
  let staleSinceMs: number | null = null;
  let pauseMs = FIRST_PAUSE_MS;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  function readNext(): Promise<void> {
    if (next) return next;
    next = readAfter(ended);
    ended = next.catch(() => undefined); // the callers of `reload` get the error, and `failed` logs it
    return next;
  }

  async function readAfter(before: Promise<unknown>): Promise<void> {
    await before;
    next = null;
    const [keys, until] = [wanted, asked];
    wanted = new Set();
    try {
      await read(keys.has(ALL_SOURCES) ? null : [...keys]);
    } catch (error) {
      for (const key of keys) wanted.add(key);
      failed(error);
      throw error;
    }
    succeeded(until);
  }

  function failed(error: unknown): void {
    if (isStopped) return;
    if (staleSinceMs === null) log.warn("routing.reload_failed", { error });
    staleSinceMs ??= performance.now();
    alarms.raise("reload_failed");
    clearTimeout(retry);
    retry = setTimeout(readAgain, pauseMs * (0.5 + Math.random() / 2)).unref();
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }

  /** If this fails too, `failed` plans the next one. */
  function readAgain(): void {
    void readNext().catch(() => undefined);
  }

  function succeeded(until: number): void {
    clearTimeout(retry);
    pauseMs = FIRST_PAUSE_MS;
    if (staleSinceMs !== null)
      log.info("routing.reload_recovered", { stale_for_ms: Math.round(performance.now() - staleSinceMs) });
    staleSinceMs = null;
    alarms.end("reload_failed");
    answered = until;
    for (const { resolve } of waiting.filter((waiter) => waiter.until <= answered)) resolve();
    waiting = waiting.filter((waiter) => waiter.until > answered);
  }

  return {
    reload(sourceKey = ALL_SOURCES) {
      wanted.add(sourceKey);
      asked++;
      return readNext();
    },
    upToDate() {
      if (answered === asked) return Promise.resolve();
      return new Promise((resolve) => waiting.push({ until: asked, resolve }));
    },
    stop() {
      isStopped = true;
      clearTimeout(retry);
    },
  };
}
