/** Which throughput can a project buy, what would it cost, and how does an admin buy it? */
import { CARD_REQUIRED } from "@posthorn/contract/billing";
import { publicId } from "@posthorn/contract/ids";
import type { Plan } from "@posthorn/contract/plans";
import * as contract from "@posthorn/contract/throughput";
import { readHistory } from "../../billing/period-charges.ts";
import { dayText } from "../../billing/stretches.ts";
import { changeOfCharge } from "../../billing/throughput-stretches.ts";
import { readOffer, readPlanOf } from "../../plans/plan-of.sql.ts";
import { type SoldThroughput, tierOf, tiersFor } from "../../plans/throughput.ts";
import { type Billing, readBilling } from "../../store/billing.ts";
import type { Queryable } from "../../store/database.ts";
import {
  type BoughtThroughput,
  lockProject,
  readBoughtThroughput,
  setBoughtThroughput,
} from "../../store/projects.ts";
import type { ApiDeps } from "../api-deps.ts";
import { notFound } from "../api-error.ts";
import { isCardMissing } from "../billing/card-in-force.ts";
import type { Serve } from "../call.ts";
import { readPeriod } from "../plans/subscription-view.ts";
import { invalid } from "../validation.ts";

export function serveThroughput(serve: Serve, { db, log }: Pick<ApiDeps, "db" | "log">): void {
  serve(contract.getThroughputTiers, async ({ team_id }) =>
    tiersView(db, team_id, await readBuyer(db, team_id)),
  );
  serve(contract.updateThroughput, async ({ team_id, user_id, body: { throughput }, asCaller }) => {
    const changed = await asCaller.transaction(async (tx) => {
      await lockProject(tx, team_id); // it cannot move to another organization meanwhile
      const buyer = await readBuyer(tx, team_id);
      const why = whyNotBought(throughput, buyer);
      if (why !== null) throw invalid(why);
      if (throughput !== null && priceOf(throughput, buyer) > 0 && (await isWithoutCard(tx, buyer)))
        throw invalid(CARD_REQUIRED);
      await setBoughtThroughput(tx, team_id, throughput);
      return tiersView(tx, team_id, await readBuyer(tx, team_id));
    });
    log.info("throughput.bought", { team_id: publicId("project", team_id), user_id, throughput });
    return changed;
  });
}

interface Buyer extends BoughtThroughput {
  billing: Billing | null;
  /** With what was agreed. Null: nothing is limited. */
  plan: Plan | null;
}

async function readBuyer(db: Queryable, team_id: string): Promise<Buyer> {
  const project = await readBoughtThroughput(db, team_id);
  if (!project) throw notFound(publicId("project", team_id)); // it was deleted meanwhile
  const subscription = await readPlanOf(db, project.organization_id);
  return { ...project, billing: await readBilling(db), plan: subscription?.plan ?? null };
}

function soldBy({ limits, throughput_tiers }: Plan): SoldThroughput {
  return { throughput_tiers, included: limits.included_throughput };
}

/** Null: it can be bought, or given back. */
function whyNotBought(wanted: number | null, { billing, plan, bought_throughput }: Buyer): string | null {
  if (!billing)
    return "Throughput cannot be changed here, because this installation makes no invoices. Ask its operator.";
  if (!plan) return "No plan limits this project, so there is no throughput to buy.";
  if (wanted === null) return null;
  const tiers = tiersFor(soldBy(plan), bought_throughput);
  if (tiers.length === 0) return `The plan ${plan.name} sells no throughput beyond what it includes.`;
  if (tiers.some(({ events_per_second }) => events_per_second === wanted)) return null;
  return `throughput must be one of ${tiers.map(({ events_per_second }) => events_per_second).join(", ")}, or null for what the plan includes`;
}

function priceOf(bought: number, { plan }: Buyer): number {
  return (plan && tierOf(soldBy(plan), bought)?.price) ?? 0;
}

async function isWithoutCard(db: Queryable, { organization_id, billing }: Buyer): Promise<boolean> {
  return billing !== null && isCardMissing(db, organization_id, billing);
}

async function tiersView(db: Queryable, team_id: string, buyer: Buyer): Promise<contract.ThroughputTiers> {
  const { organization_id, bought_throughput, billing, plan } = buyer;
  const period = await readPeriod(db, organization_id);
  const today = dayText(period.nowMs);
  const included = plan?.limits.included_throughput ?? null;
  const tiers = plan ? tiersFor(soldBy(plan), bought_throughput) : [];
  const offered =
    !billing || included === null || tiers.length === 0
      ? []
      : [{ events_per_second: included, price: 0, compare_at_price: null, legacy: false }, ...tiers];
  const history = await readHistory(db, organization_id, period);
  return {
    billing_meta: {
      included,
      tier: (plan && tierOf(soldBy(plan), bought_throughput)?.events_per_second) ?? null,
    },
    models: offered.map(({ events_per_second, price, compare_at_price, legacy }) => {
      const bought = events_per_second === included ? null : events_per_second;
      const change = { project_id: team_id, project_name: "", first_day: today, events_per_second: bought };
      return {
        events_per_second,
        price,
        compare_at_price,
        legacy,
        change: changeOfCharge(history, change, period, billing?.since ?? today),
      };
    }),
    today,
    period_end: dayText(period.endMs),
    is_card_missing: await isWithoutCard(db, buyer),
    contact_url: (await readOffer(db))?.contact_url ?? null,
  };
}
