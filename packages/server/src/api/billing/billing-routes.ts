/** What does an organization pay, where do its invoices go, and how does an admin change its plan? */
import * as contract from "@posthorn/contract/billing";
import { internalId, publicId } from "@posthorn/contract/ids";
import { INVOICES_PER_PAGE } from "@posthorn/contract/limits";
import {
  choosePlan,
  type Choosing,
  needsCard,
  type PlanChoice,
  whyNotCancelled,
} from "@posthorn/contract/plan-choice";
import type { Subscription } from "@posthorn/contract/plans";
import { sumOf } from "../../billing/charges.ts";
import { readCharges } from "../../billing/period-charges.ts";
import { readOffer, readPlanOf } from "../../plans/plan-of.sql.ts";
import { recordDeed } from "../../store/audit-entries.ts";
import { readBilling, readBillingEmail, setBillingEmail } from "../../store/billing.ts";
import type { Queryable, Transactions } from "../../store/database.ts";
import { countInvoices, findInvoice, readInvoices } from "../../store/invoices.ts";
import { lockOrganization } from "../../store/organizations.ts";
import { readSsoUse } from "../../store/sso-connections.ts";
import { setCancelAt, setSubscription } from "../../store/subscriptions.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { ServeOrganization } from "../call.ts";
import { personAs } from "../serve.ts";
import { readPeriod, readSubscription } from "../plans/subscription-view.ts";
import { invalid } from "../validation.ts";
import { cardInForce } from "./card-in-force.ts";
import { invoiceView } from "./invoice-view.ts";

const NO_BILLING =
  "Plans cannot be chosen here, because this installation makes no invoices. Ask its operator to change your plan.";

export function serveBilling(
  serveOrganization: ServeOrganization,
  { db, log }: Pick<ApiDeps, "db" | "log">,
): void {
  serveOrganization(contract.getBilling, async ({ organization_id }) => {
    const billing = await readBilling(db);
    const period = await readPeriod(db, organization_id);
    const lines = billing ? await readCharges(db, organization_id, { period, from: billing.since }) : [];
    return {
      provider: billing ? billing.provider : ("none" as const),
      period_start: new Date(period.startMs).toISOString(),
      period_end: new Date(period.endMs).toISOString(),
      lines,
      amount_so_far: sumOf(lines),
      card: await cardInForce(db, organization_id, billing),
      billing_email: await readBillingEmail(db, organization_id),
    };
  });
  serveOrganization(
    contract.updateBillingEmail,
    async ({ organization_id, body: { billing_email }, asCaller }) => {
      await setBillingEmail(asCaller, organization_id, billing_email);
      return { billing_email };
    },
  );
  serveOrganization(contract.listInvoices, async ({ organization_id, query: { page = "1" } }) => {
    const offset = (Number(page) - 1) * INVOICES_PER_PAGE;
    const rows = await readInvoices(db, organization_id, { limit: INVOICES_PER_PAGE, offset });
    return { models: rows.map(invoiceView), count: await countInvoices(db, organization_id) };
  });
  serveOrganization(contract.downloadInvoice, async ({ organization_id, user_id, origin, id: named }) => {
    const id = internalId("invoice", named);
    const invoice = id && (await findInvoice(db, { id, organization_id }));
    if (!invoice) throw notFound(named);
    // Loaded when it is needed: fonts and the library are large, and most processes never make a PDF.
    const { invoicePdf } = await import("../../billing/invoice-pdf.ts");
    const content = await invoicePdf(invoice);
    await recordDeed(db, personAs(user_id), origin, {
      organization_id,
      team_id: null,
      subject_type: "invoice",
      subject_id: invoice.id,
      subject_name: invoice.number,
      action: "downloaded",
      after: null,
    });
    return { file_name: `${invoice.number}.pdf`, content };
  });
  serveOrganization(contract.changePlan, async ({ organization_id, user_id, body, asCaller }) =>
    changing({ organization_id, user_id, asCaller }, async (tx, choosing) => {
      const choice = choosePlan(body.plan, choosing);
      if (choice.kind === "refused") throw invalid(choice.why);
      await refuseWithoutCard(tx, { organization_id, choice, choosing });
      if (choice.kind === "cancel") return cancelAtPeriodEnd(tx, organization_id);
      if (choice.kind === "stay") return setCancelAt(tx, organization_id, null);
      const { id, version } = choice.plan;
      const agreed_limits = (await readPlanOf(tx, organization_id))?.agreed_limits ?? {};
      return setSubscription(tx, organization_id, { plan: { id, version }, agreed_limits });
    }),
  );
  serveOrganization(contract.cancelPlan, async ({ organization_id, user_id, asCaller }) =>
    changing({ organization_id, user_id, asCaller }, async (tx, choosing) => {
      const why = whyNotCancelled(choosing);
      if (why !== null) throw invalid(why);
      await cancelAtPeriodEnd(tx, organization_id);
    }),
  );

  /** Changes of one organization come one after the other. */
  async function changing(
    {
      organization_id,
      user_id,
      asCaller,
    }: { organization_id: string; user_id: string; asCaller: Transactions },
    change: (tx: Queryable, choosing: Choosing) => Promise<void>,
  ): Promise<Subscription> {
    const changed = await asCaller.transaction(async (tx) => {
      if ((await lockOrganization(tx, organization_id)) === null)
        throw notFound(publicId("organization", organization_id));
      if ((await readSsoUse(tx, { organization_id, user_id })).uses_sso)
        throw new ApiError("SSO_HAS_NO_PLANS");
      const [billing, offer] = [await readBilling(tx), await readOffer(tx)];
      if (!billing || !offer) throw invalid(NO_BILLING);
      const subscription = await readPlanOf(tx, organization_id);
      await change(tx, {
        present: subscription?.plan ?? null,
        isCancelled: (subscription?.cancel_at ?? null) !== null,
        default_id: offer.default_id,
        offered: offer.plans,
      });
      return readSubscription(tx, organization_id);
    });
    log.info("plan.chosen", {
      organization_id: publicId("organization", organization_id),
      user_id,
      plan: changed.plan?.id ?? null,
      version: changed.plan?.version ?? null,
      cancel_at: changed.cancel_at,
    });
    return changed;
  }
}

/** A plan that begins, and one that goes on although it was cancelled, needs a card that can be charged for it. */
async function refuseWithoutCard(
  tx: Queryable,
  { organization_id, choice, choosing }: { organization_id: string; choice: PlanChoice; choosing: Choosing },
): Promise<void> {
  const isKept = choice.kind === "stay" && choosing.isCancelled;
  const plan = choice.kind === "now" ? choice.plan : isKept ? choosing.present : null;
  const billing = await readBilling(tx);
  if (!plan || !billing) return;
  const hasCards = contract.isCardProvider(billing.provider);
  const card = await cardInForce(tx, organization_id, billing);
  if (needsCard(plan, { hasCards, card })) throw invalid(contract.CARD_REQUIRED);
}

async function cancelAtPeriodEnd(tx: Queryable, organization_id: string): Promise<void> {
  const { endMs } = await readPeriod(tx, organization_id);
  await setCancelAt(tx, organization_id, new Date(endMs));
}
