/**
 * Sends the metrics of projects to the providers that they have connected, every minute.
 *
 * Every process that delivers runs this; a claim gives each integration to one of them. A provider that fails is tried
 * again after two minutes, four, and so on up to half an hour. A few integrations are sent to at a time, so a slow
 * provider delays others a little and deliveries not at all.
 */
import { TeamIntegrationInput } from "@posthorn/contract/team-integrations";
import type { Log } from "../log.ts";
import type { MetricsPush } from "../metrics/metrics-push.ts";
import type { Queryable } from "../store/database.ts";
import type { Sealer } from "../store/seal.ts";
import {
  type TeamIntegrationRow,
  claimDuePushes,
  recordFailedPush,
  recordPush,
} from "../store/team-integrations.ts";
import { type Loop, repeat } from "./repeat.ts";

const LOOK_EVERY_MS = 5_000;
const PUSH_EVERY_MS = 60_000;
const LONGEST_WAIT_MS = 30 * 60_000;
const AT_ONCE = 4;

export interface MetricsPushLoopDeps {
  db: Queryable;
  log: Log;
  sealer: Pick<Sealer, "open">;
  push: MetricsPush["push"];
}

export function createMetricsPushLoop(deps: MetricsPushLoopDeps): Loop {
  const loop = repeat("metrics_push", LOOK_EVERY_MS, deps.log, async () => {
    if ((await pushSome(deps)) === AT_ONCE) loop.poke();
  });
  return loop;
}

/** How long a provider waits after so many failures in a row. */
export function waitAfter(failures: number): number {
  return Math.min(PUSH_EVERY_MS * 2 ** failures, LONGEST_WAIT_MS);
}

/** Returns how many integrations were due, up to a few. */
export async function pushSome({ db, log, sealer, push }: MetricsPushLoopDeps): Promise<number> {
  const due = await claimDuePushes(db, { limit: AT_ONCE, leaseMs: PUSH_EVERY_MS });
  await Promise.all(due.map(pushOne));
  return due.length;

  async function pushOne(row: TeamIntegrationRow): Promise<void> {
    const { id, team_id, provider } = row;
    const error = await tried(row);
    if (error === null) return recordPush(db, id);
    log.info("metrics.not_pushed", { team_id, provider, reason: error });
    return recordFailedPush(db, { id, error, waitMs: waitAfter(row.failures + 1) });
  }

  async function tried({
    id,
    team_id,
    provider,
    configs,
    succeeded_at,
  }: TeamIntegrationRow): Promise<string | null> {
    try {
      const opened: unknown = JSON.parse(sealer.open(configs, "team_integrations.configs", { team_id, id }));
      const target = TeamIntegrationInput.parse({ provider, configs: opened });
      if (target.provider !== "opentelemetry" && target.provider !== "datadog") return null; // the others are never due
      return await push({
        team_id,
        target,
        succeededAtMs: succeeded_at === null ? null : Date.parse(succeeded_at),
      });
    } catch (error) {
      log.warn("metrics.push_failed", { team_id, provider, error });
      return "Posthorn could not read the metrics. It tries again.";
    }
  }
}
