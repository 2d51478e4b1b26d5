/** Which plan does an organization have, and what has it used? */
import * as contract from "@posthorn/contract/plans";
import { daysUntil, FIRST_OF_MONTH, periodAt } from "../../plans/period.ts";
import { readUsage, readUsageByDay } from "../../plans/usage.sql.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { ServeOrganization } from "../call.ts";
import { readOrganizationSize } from "./organization-size.sql.ts";

export function servePlans(serveOrganization: ServeOrganization, { db }: Pick<ApiDeps, "db">): void {
  serveOrganization(contract.getSubscription, async ({ organization_id }) => {
    const { users, projects, now_ms } = await readOrganizationSize(db, organization_id);
    const period = periodAt(FIRST_OF_MONTH, now_ms);
    return {
      plan: null,
      period_start: new Date(period.startMs).toISOString(),
      period_end: new Date(period.endMs).toISOString(),
      usage: await readUsage(db, organization_id, period),
      users,
      projects,
      limit_exceeded_at: null,
      cancel_at: null,
      trial_ends_at: null,
    };
  });
  serveOrganization(contract.getUsage, async ({ organization_id }) => {
    const { now_ms } = await readOrganizationSize(db, organization_id);
    const period = periodAt(FIRST_OF_MONTH, now_ms);
    const used = new Map(
      (await readUsageByDay(db, organization_id, period)).map((day) => [day.date, day] as const),
    );
    const models = daysUntil(period, now_ms).map(
      (date) => used.get(date) ?? { date, events: 0, requests: 0 },
    );
    return { models };
  });
  serveOrganization(contract.listPlans, async () => ({ models: [], contact_url: null }));
}
