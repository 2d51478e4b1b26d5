/**
 * Notes when an organization meets a threshold of the events that its plan includes.
 *
 * A look finds the organizations whose traffic or limit has changed since the last one, and reads the exact usage of each
 * (usage.sql.ts). What a process remembers of earlier looks only spares it reads: after a start it looks at every limited
 * organization. Several processes may look at once, because the note of a threshold is one row (store/usage-notices.ts).
 */
import type { Log } from "../log.ts";
import type { Queryable } from "../store/database.ts";
import { noteNearNoLimit, noteUsage } from "../store/usage-notices.ts";
import { type Limited, readLimited } from "./limited.sql.ts";
import { periodAt } from "./period.ts";
import { thresholdMet } from "./threshold.ts";
import { readUsage } from "./usage.sql.ts";

export interface UsageLook {
  /** Those that are worth a look now. */
  findChanged: () => Promise<Limited[]>;
  /** Returns whether a further threshold was met. */
  lookAt: (limited: Limited) => Promise<boolean>;
}

function stateOf({ max_requests, over_limit, events_lately }: Limited): string {
  return `${max_requests} ${over_limit} ${events_lately}`;
}

export function createUsageLook({ db, log }: { db: Queryable; log: Log }): UsageLook {
  let seen = new Map<string, string>();

  return {
    async findChanged() {
      const all = await readLimited(db);
      const known = seen;
      const changed = all.filter((one) => known.get(one.organization_id) !== stateOf(one));
      // Without those that have no limit any more.
      seen = new Map(
        all.flatMap(({ organization_id: id }) => {
          const state = known.get(id);
          return state === undefined ? [] : [[id, state]];
        }),
      );
      return changed;
    },
    async lookAt(limited) {
      const { organization_id, anchor, now_ms: nowMs, max_requests, over_limit } = limited;
      const period = periodAt(anchor, nowMs);
      const { events } = await readUsage(db, organization_id, period);
      const percent = thresholdMet(events, limited);
      const used = { organization_id, period, max_requests, over_limit, events };
      if (percent === 0) await noteNearNoLimit(db, used);
      const isNews = percent > 0 && (await noteUsage(db, { ...used, percent }));
      if (isNews) log.info("usage.threshold_met", { organization_id, percent, events, max_requests });
      seen.set(organization_id, stateOf(limited));
      return isNews;
    },
  };
}
