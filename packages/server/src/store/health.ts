/**
 * Can this process do its work?
 *
 * `/healthz` only needs the event loop. `/readyz` asks the store, with its own deadline, because
 * the caller (a load balancer) decides within a second or two.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Queryable } from "./database.ts";

const READY_WITHIN_MS = 1_000;

export async function canStore(db: Queryable): Promise<boolean> {
  const deadline = new AbortController();
  const tooLate = delay(READY_WITHIN_MS, false, { signal: deadline.signal }).catch(() => false);
  const answered = db.query("select 1").then(
    () => true,
    () => false,
  );
  const isReady = await Promise.race([answered, tooLate]);
  deadline.abort();
  return isReady;
}
