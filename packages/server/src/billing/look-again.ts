/**
 * What does Stripe say now about the payment or the card that an event names?
 *
 * Its answer is stored as the outcome of a try, and as the card of the organization. The invoice or the card is claimed
 * before Stripe is asked, so that no older answer is written over a newer one. Payments and cards that are not ours cost one
 * query and no question.
 */
import { publicId } from "@posthorn/contract/ids";
import type { Log } from "../log.ts";
import {
  claimCardChange,
  endCardChange,
  findCustomerOfCard,
  forgetCard,
  renewCard,
} from "../store/card-customers.ts";
import type { Database } from "../store/database.ts";
import { claimOpenPayment, findInvoiceOfPayment } from "../store/invoice-payments.ts";
import { CardProviderFailed } from "./card-provider.ts";
import { collectOne, TRY_LEASE_MS } from "./collect.ts";
import { moneyText } from "./money-text.ts";
import type { StripeNews } from "./stripe-event.ts";
import type { StripeProvider } from "./stripe-provider.ts";

export interface LookAgainDeps {
  db: Database;
  log: Log;
  cards: StripeProvider;
}

const provider = "stripe";
/** Longer than one question takes. */
const CHANGE_LEASE_MS = 60_000;

/** `busy`: somebody else is at it. Whoever asked should come again, because what they knew may be older. */
export async function lookAgain(deps: LookAgainDeps, news: StripeNews): Promise<"done" | "busy"> {
  switch (news.about) {
    case "payment":
      return lookAtPayment(deps, news.payment_id);
    case "card":
      return lookAtCard(deps, news.card_id);
    case "refund":
    case "dispute": {
      const invoice = await findInvoiceOfPayment(deps.db, { provider, payment_id: news.payment_id });
      if (!invoice) return "done";
      deps.log.warn(news.about === "refund" ? "invoice.refunded" : "invoice.disputed", {
        invoice_id: invoice.id,
        number: invoice.number,
        organization_id: publicId("organization", invoice.organization_id),
        amount: moneyText(news.amount),
      });
      return "done";
    }
  }
}

/** A payment that has ended is not looked at again. One that stands as it did is no outcome of a try. */
async function lookAtPayment(
  { db, log, cards }: LookAgainDeps,
  payment_id: string,
): Promise<"done" | "busy"> {
  const invoice = await findInvoiceOfPayment(db, { provider, payment_id });
  if (!invoice?.is_payment_open) return "done";
  const known = invoice.problem_kind === null ? "pending" : "authentication_required";
  const { kind } = await cards.readPayment(payment_id).catch(failed);
  if (kind === known) return "done";
  const claimed = await claimOpenPayment(db, { provider, payment_id, leaseMs: TRY_LEASE_MS });
  if (!claimed) return "busy";
  await collectOne({ db, log, cards }, claimed, { isMailed: true });
  return "done";
}

async function lookAtCard({ db, log, cards }: LookAgainDeps, card_id: string): Promise<"done" | "busy"> {
  const organization_id = await findCustomerOfCard(db, { provider, card_id });
  if (organization_id === null) return "done";
  const key = { organization_id, provider } as const;
  if (!(await claimCardChange(db, key, CHANGE_LEASE_MS))) return "busy";
  try {
    const card = await cards.readCard(card_id).catch(failed);
    if (card) await renewCard(db, key, card);
    else await forgetCard(db, key, card_id);
    log.info(card ? "card.renewed" : "card.removed", {
      organization_id: publicId("organization", organization_id),
    });
  } finally {
    await endCardChange(db, key);
  }
  return "done";
}

function failed(error: unknown): never {
  throw new CardProviderFailed(error);
}
