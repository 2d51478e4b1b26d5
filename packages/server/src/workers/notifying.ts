/**
 * Tells channels about issues.
 *
 * Every process that delivers runs this. An audience (one channel of one project) is told by one process at a time, and a
 * audience that does not answer keeps no other one waiting: a turn starts its messages and does not wait for them. What a
 * channel was told is written after the channel has answered. So a process that dies in between tells it once more,
 * under the same id, when its claim has run out.
 */
import { createHash } from "node:crypto";
import type { Log } from "../log.ts";
import type { Failure, Telling } from "../notifications/channel.ts";
import { DIGEST_MAX_TITLES, digestMessage, endMessage, openingMessage } from "../notifications/message.ts";
import { nextTryAt } from "../notifications/next-try.ts";
import type { Notifier } from "../notifications/notifier.ts";
import { planMessages } from "../notifications/quiet.ts";
import { readToldIssues } from "../notifications/told-issues.sql.ts";
import type { Queryable } from "../store/database.ts";
import {
  type ClaimedAudience,
  type NotificationRow,
  claimDueNotifications,
  leaveNotifications,
  readToldLately,
  recordNotTold,
  recordTold,
} from "../store/notifications.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 2_000;
const AUDIENCES_AT_ONCE = 16;
/** Longer than any message takes. */
const LEASE_MS = 60_000;

type NewsKind = "opening" | "end" | "digest";

export interface NotifyingDeps {
  db: Queryable;
  log: Log;
  notifier: Pick<Notifier, "hasAlerts" | "canTell" | "tell">;
  publicUrl: string;
}

export function createNotifying(deps: NotifyingDeps): Loop {
  const { log } = deps;
  const underWay = new Set<Promise<void>>();
  const loop = repeat("notifying", EVERY_MS, log, async () => {
    const started = await tellSome(deps, AUDIENCES_AT_ONCE - underWay.size);
    for (const telling of started) {
      const ended = telling
        .catch((error: unknown) => log.warn("notifying.audience_failed", { error })) // due again when its claim runs out
        .finally(() => {
          underWay.delete(ended);
          loop.poke();
        });
      underWay.add(ended);
    }
  });
  return {
    ...loop,
    async stop() {
      await loop.stop();
      await Promise.all(underWay);
    },
  };
}

/** Claims up to so many audiences and begins to tell them. Each promise ends with its audience. */
export async function tellSome(deps: NotifyingDeps, audiences: number): Promise<Promise<void>[]> {
  if (audiences <= 0) return [];
  const claimed = await claimDueNotifications(deps.db, { limit: audiences, leaseMs: LEASE_MS });
  return claimed.map((one) => tellAudience(deps, one));
}

async function tellAudience(
  { db, log, notifier, publicUrl }: NotifyingDeps,
  { audience, rows, claimed_at }: ClaimedAudience,
): Promise<void> {
  // Not a failure of each issue: whoever looks at the channel is told once that there is no mail server.
  if (!notifier.canTell(audience.channel)) return leaveNotifications(db, rows, null);
  const nowMs = Date.parse(claimed_at);
  const plan = planMessages({
    rows,
    toldLatelyMs: (await readToldLately(db, audience)).map((told_at) => Date.parse(told_at)),
    hasAlerts: notifier.hasAlerts(audience.channel),
    nowMs,
  });
  await leaveNotifications(db, plan.nothing, null);
  for (const [atMs, later] of Map.groupBy(plan.later, (one) => one.atMs))
    await leaveNotifications(
      db,
      later.map(({ row }) => row),
      new Date(atMs),
    );
  await Promise.all([
    ...plan.openings.map((row) => tell([row], "opening")),
    ...plan.ends.map((row) => tell([row], "end")),
    ...(plan.digest.length > 0 ? [tell(plan.digest, "digest")] : []),
  ]);

  async function tell(told: readonly NotificationRow[], kind: NewsKind): Promise<void> {
    const telling = await tellingOf(db, publicUrl, told, kind);
    if (telling === null) return leaveNotifications(db, told, null);
    const failure = await notifier.tell(audience, telling);
    const { team_id, channel } = audience;
    log.info("notification.tried", {
      team_id,
      channel,
      kind,
      issues: told.length,
      error: failure?.error ?? null,
    });
    if (failure === null) await recordTold(db, told, kind === "end" ? "end" : "opening");
    else await recordNotTold(db, nextTries(told, failure, nowMs), failure.error);
  }
}

/** Null: the project is deleted. */
async function tellingOf(
  db: Queryable,
  publicUrl: string,
  told: readonly NotificationRow[],
  kind: NewsKind,
): Promise<Telling | null> {
  const issues = await readToldIssues(
    db,
    told.slice(0, DIGEST_MAX_TITLES).map(({ issue_id }) => issue_id),
  );
  const [row] = told;
  const [issue] = issues;
  if (!row || !issue) return null;
  const message_id = idOf(told, kind);
  switch (kind) {
    case "digest":
      return {
        kind,
        subject_id: message_id,
        message_id,
        message: digestMessage(issues, told.length, publicUrl),
      };
    case "end":
      return { kind, subject_id: issue.id, message_id, message: endMessage(issue, publicUrl) };
    case "opening": {
      const openings = row.openings - row.told_openings;
      const message = openingMessage(issue, { openings, isFirst: row.told_openings === 0, publicUrl });
      return { kind, subject_id: issue.id, message_id, message };
    }
  }
}

/** All at the same time, so that a digest stays one. Each gives up a day after its own first failure. */
function nextTries(
  told: readonly NotificationRow[],
  { retryAfterMs }: Failure,
  nowMs: number,
): { id: string; next: Date | null }[] {
  const failures = Math.max(...told.map((row) => row.failures));
  const chance = Math.random();
  return told.map(({ id, failing_since }) => {
    const failingSinceMs = failing_since === null ? null : Date.parse(failing_since);
    return { id, next: nextTryAt({ failures, failingSinceMs, retryAfterMs, nowMs, chance }) };
  });
}

/** The same for the same news, whoever sends them and when. */
function idOf(told: readonly NotificationRow[], kind: NewsKind): string {
  const news = told.map(({ id, openings }) => `${id} ${openings}`).toSorted();
  return createHash("sha256")
    .update(JSON.stringify([kind, ...news]))
    .digest("hex")
    .slice(0, 32);
}
