/** Which plan does an organization have, what has it used, and which plans are there? */
import * as contract from "@posthorn/contract/plans";
import { daysUntil } from "../../plans/period.ts";
import { readOffer, readPlanOf } from "../../plans/plan-of.sql.ts";
import { readUsageByDay } from "../../plans/usage.sql.ts";
import { readBilling } from "../../store/billing.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { ServeOrganization } from "../call.ts";
import { readPeriod, readSubscription } from "./subscription-view.ts";

export function servePlans(serveOrganization: ServeOrganization, { db }: Pick<ApiDeps, "db">): void {
  serveOrganization(contract.getSubscription, ({ organization_id }) => readSubscription(db, organization_id));
  serveOrganization(contract.getUsage, async ({ organization_id }) => {
    const period = await readPeriod(db, organization_id);
    const used = new Map(
      (await readUsageByDay(db, organization_id, period)).map((day) => [day.date, day] as const),
    );
    const days = daysUntil(period, period.nowMs);
    return { models: days.map((date) => used.get(date) ?? { date, events: 0, requests: 0 }) };
  });
  serveOrganization(contract.listPlans, async ({ organization_id }) => {
    const offer = await readOffer(db);
    if (!offer) return { models: [], contact_url: null, default_id: null, can_choose: false };
    const own = (await readPlanOf(db, organization_id))?.plan;
    return {
      models: own?.is_legacy ? [...offer.plans, own] : [...offer.plans],
      contact_url: offer.contact_url,
      default_id: offer.default_id,
      can_choose: (await readBilling(db)) !== null,
    };
  });
}
