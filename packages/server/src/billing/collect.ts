/**
 * Charges invoices to cards.
 *
 * Exactly once for each invoice, whatever dies when. A try has a number, and the provider charges once for the invoice's id
 * and that number. An invoice has at most one payment that can still be completed: a try looks first how the earlier one
 * ended, and charges another card only after the earlier payment is cancelled. store/invoice-payments.ts keeps all of that.
 */
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import {
  claimDueTries,
  giveTryBack,
  type InvoicePayment,
  recordFailed,
  recordPaid,
  recordPending,
  type Try,
} from "../store/invoice-payments.ts";
import { CardProviderFailed, type CardProvider, type Payment } from "./card-provider.ts";
import { nextTryAt } from "./try-times.ts";

/** As Stripe charges dollars; `test` is like it. */
export const LEAST_CHARGE_CENTS = 50;
/** What an invoice says of how to pay it, instead of the operator's words. */
export const CHARGED_TO_CARD = "Charged to the card on file.";
export const NOT_CHARGED =
  "The amount is below the least that a card can be charged, so nothing is to be paid.";

const NO_CARD = "There is no card to charge.";
const NOT_CONFIRMED = "The bank wants you to confirm this payment.";

const AT_ONCE = 4;
/** Longer than the three calls of a try may take together. */
export const TRY_LEASE_MS = 5 * 60_000;
const LOOK_AFTER_MS = 10 * 60_000;
const ASK_AFTER_MS = 60_000;

export interface CollectDeps {
  db: Database;
  log: Log;
  /** Null: this process charges no cards. */
  cards: CardProvider | null;
}

export type Outcome = Payment | { kind: "no_card" };

/** All that is due. If the provider fails, the rest waits for the next turn. */
export async function collectDue({ db, log, cards }: CollectDeps): Promise<void> {
  if (cards === null) return;
  for (;;) {
    const due = await claimDueTries(db, { provider: cards.name, limit: AT_ONCE, leaseMs: TRY_LEASE_MS });
    if (due.length === 0) return;
    const tried = await Promise.allSettled(
      due.map((one) => collectOne({ db, log, cards }, one, { isMailed: true })),
    );
    const failed = tried.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
  }
}

/** A try that was claimed, up to its outcome. A person who waits for the outcome gets no mail about it. */
export async function collectOne(
  { db, log, cards }: CollectDeps & { cards: CardProvider },
  claimed: Try,
  { isMailed }: { isMailed: boolean },
): Promise<Outcome> {
  const tried = await ask(cards, claimed).catch(async (error: unknown) => {
    await giveTryBack(db, claimed, ASK_AFTER_MS);
    throw new CardProviderFailed(error);
  });
  const { outcome, card_id } = tried;
  log.info("invoice.tried", {
    invoice_id: claimed.id,
    organization_id: claimed.organization_id,
    amount_due: claimed.amount_due,
    try_number: claimed.try_number,
    outcome: outcome.kind,
  });
  const payment: InvoicePayment | null =
    "payment_id" in outcome && outcome.payment_id !== null ? { id: outcome.payment_id, card_id } : null;
  if (outcome.kind === "paid") await recordPaid(db, claimed, { id: outcome.payment_id, card_id });
  else if (outcome.kind === "pending")
    await recordPending(db, claimed, {
      payment: { id: outcome.payment_id, card_id },
      lookAfterMs: LOOK_AFTER_MS,
    });
  else {
    const failedSince = new Date(claimed.failed_since ?? claimed.now);
    await recordFailed(db, claimed, {
      kind: outcome.kind,
      text: textOf(outcome),
      payment,
      isOpen: outcome.kind === "authentication_required",
      failedSince,
      next: nextTryAt(failedSince, new Date(claimed.now)),
      isMailed,
    });
  }
  return outcome;
}

/** `card_id` is the card that the payment charges. */
async function ask(
  cards: CardProvider,
  { id, number, amount_due, try_number, customer_id, card_id, open_payment }: Try,
): Promise<{ outcome: Outcome; card_id: string | null }> {
  if (open_payment) {
    const isSameCard = open_payment.card_id === card_id;
    const outcome = isSameCard
      ? await cards.readPayment(open_payment.id)
      : await cards.cancelPayment(open_payment.id);
    if (isSameCard || outcome.kind !== "declined") return { outcome, card_id: open_payment.card_id };
  }
  if (customer_id === null || card_id === null) return { outcome: { kind: "no_card" }, card_id };
  const invoice = { id, number, amount_due };
  return {
    outcome: await cards.charge({ customer_id, card_id, invoice, key: `${id}-${try_number}` }),
    card_id,
  };
}

function textOf(outcome: Exclude<Outcome, { kind: "paid" | "pending" }>): string {
  switch (outcome.kind) {
    case "declined":
      return outcome.text;
    case "no_card":
      return NO_CARD;
    case "authentication_required":
      return NOT_CONFIRMED;
  }
}
