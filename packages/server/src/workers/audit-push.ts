/**
 * Pushes the entries of audit logs to where organizations want them.
 *
 * Every process that delivers runs this; a claim gives each organization to one of them. A batch that did not arrive is
 * pushed again later (audit-push/next-try.ts), and nothing behind it goes ahead. A few organizations are served at a time,
 * so a receiver that hangs delays others a little and deliveries not at all.
 */
import { waitAfter } from "../audit-push/next-try.ts";
import type { PushEntries, PushFailure } from "../audit-push/push-entries.ts";
import type { Log } from "../log.ts";
import { type ClaimedAuditPush, claimDueAuditPushes, recordFailedAuditPush } from "../store/audit-pushes.ts";
import type { Queryable } from "../store/database.ts";
import { type Loop, repeat } from "./repeat.ts";

const LOOK_EVERY_MS = 2_000;
/** Longer than a push takes, so that no other process begins while one is under way. */
const LEASE_MS = 60_000;
const AT_ONCE = 4;

export interface AuditPushLoopDeps {
  db: Queryable;
  log: Log;
  pushEntries: PushEntries;
}

export function createAuditPushLoop(deps: AuditPushLoopDeps): Loop {
  const loop = repeat("audit_push", LOOK_EVERY_MS, deps.log, async () => {
    if ((await pushSomeEntries(deps)) > 0) loop.poke();
  });
  return loop;
}

/** One batch of each of a few organizations. Returns of how many a batch has arrived. */
export async function pushSomeEntries({ db, log, pushEntries }: AuditPushLoopDeps): Promise<number> {
  const due = await claimDueAuditPushes(db, { limit: AT_ONCE, leaseMs: LEASE_MS });
  const arrived = await Promise.all(due.map(pushOne));
  return arrived.filter(Boolean).length;

  async function pushOne(push: ClaimedAuditPush): Promise<boolean> {
    const { organization_id, failures } = push;
    const failure = await tried(push);
    if (failure === null) return true;
    const { error, retryAfterMs } = failure;
    log.info("audit.not_pushed", { organization_id, reason: error });
    const waitMs = waitAfter({ failures, retryAfterMs, chance: Math.random() });
    await recordFailedAuditPush(db, push, { error, waitMs });
    return false;
  }

  async function tried(push: ClaimedAuditPush): Promise<PushFailure> {
    try {
      return await pushEntries(push);
    } catch (error) {
      log.warn("audit.push_failed", { organization_id: push.organization_id, error });
      return { error: "Posthorn could not push the entries. It tries again.", retryAfterMs: null };
    }
  }
}
