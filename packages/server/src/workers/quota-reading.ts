/**
 * Reads the exact count of events of the organizations whose plan rejects more than it includes, if they have traffic.
 *
 * Every process that takes requests in does so, each second. Without such a plan, or without traffic, it asks the database
 * nothing. When a limit is met, it notes the time, once in a period: the lock of the organization's projects hangs on it.
 * At start and after each change of a plan every such organization counts as used, so what a crash has left out is made up.
 */
import type { Log } from "../log.ts";
import type { Quotas } from "../pipeline/quotas.ts";
import { readPeriodOf } from "../plans/plan-of.sql.ts";
import { readUsage } from "../plans/usage.sql.ts";
import type { Queryable } from "../store/database.ts";
import { noteUsedUp } from "../store/used-up-limits.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 1_000;

export interface QuotaReadingDeps {
  db: Queryable;
  log: Log;
  quotas: Pick<Quotas, "takeWanted">;
}

export function createQuotaReading({ db, log, quotas }: QuotaReadingDeps): Loop {
  async function read(organization_id: string) {
    const period = await readPeriodOf(db, organization_id);
    if (!period) return null;
    const { events } = await readUsage(db, organization_id, period);
    if (await noteUsedUp(db, { organization_id, period, events }))
      log.info("plan.limit_reached", { organization_id, events });
    return { events, endsInMs: period.endMs - period.nowMs };
  }

  return repeat("quota_reading", EVERY_MS, log, async () => {
    const wanted = quotas.takeWanted();
    for (const [at, quota] of wanted.entries()) {
      try {
        const counted = await read(quota.organization_id);
        if (counted) quota.read(counted);
      } catch (error) {
        for (const left of wanted.slice(at)) left.wantAgain();
        throw error;
      }
    }
  });
}
