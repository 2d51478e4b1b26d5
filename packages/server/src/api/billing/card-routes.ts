/**
 * How do people give a card, and pay an invoice with it?
 *
 * The database says which provider is in force. A process that was started with another one answers nothing of its own: two
 * processes with different settings must not keep cards with different providers.
 */
import * as contract from "@posthorn/contract/billing";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import { internalId, publicId } from "@posthorn/contract/ids";
import { CardProviderFailed, type CardProvider, UnknownCustomer } from "../../billing/card-provider.ts";
import { collectOne, type Outcome, TRY_LEASE_MS } from "../../billing/collect.ts";
import type { TestForm } from "../../billing/test-provider.ts";
import { readBilling, readBillingEmail } from "../../store/billing.ts";
import {
  claimCardChange,
  endCardChange,
  findCustomer,
  forgetCustomer,
  keepCustomer,
  setCard,
} from "../../store/card-customers.ts";
import { claimTryOf, collectAgain, type Try } from "../../store/invoice-payments.ts";
import type { Database } from "../../store/database.ts";
import { findInvoice, type InvoiceRow } from "../../store/invoices.ts";
import { findOrganization } from "../operator/organizations.sql.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { ServeOrganization } from "../call.ts";
import { invalid } from "../validation.ts";
import { invoiceView } from "./invoice-view.ts";

const NO_CARDS = "Invoices are not charged to cards here. How to pay is on each invoice.";
const BY_TRANSFER = "No card is charged for this invoice. How to pay is on the invoice.";
const OTHER_PROVIDER =
  "This invoice was made when cards were charged in another way. Ask the operator how to pay it.";
const UNDER_WAY = "A payment of this invoice is under way. Look again in a few minutes.";
const CHANGING = "Somebody is changing the card at this moment. Try again in a minute.";
const NO_SETUP = "The card was not saved. Enter it again.";
const PROVIDER_FAILED =
  "The provider of card payments did not answer as expected. Try again in a few minutes; if it stays so, ask the operator of this installation.";
/** Longer than the two calls of a change may take. */
const CHANGE_LEASE_MS = 150_000;

export function serveCards(
  serveOrganization: ServeOrganization,
  { db, log, cards, testForm }: Pick<ApiDeps, "db" | "log" | "cards" | "testForm">,
): void {
  async function cardsInForce(): Promise<CardProvider> {
    const billing = await readBilling(db);
    if (!billing || !contract.isCardProvider(billing.provider)) throw invalid(NO_CARDS);
    if (cards?.name !== billing.provider)
      throw providerFailed(new Error(`POSTHORN_BILLING of this process is not ${billing.provider}`));
    return cards;
  }

  async function formInForce(): Promise<TestForm> {
    const billing = await readBilling(db);
    if (billing?.provider !== "test" || !testForm) throw notFound("test");
    return testForm;
  }

  serveOrganization(contract.startCardSetup, async ({ organization_id }) => {
    const provider = await cardsInForce();
    const customer_id = await customerOf(provider, organization_id);
    const setup = await provider.startSetup(customer_id).catch(async (error: unknown) => {
      if (!(error instanceof UnknownCustomer)) return rethrown(error);
      await forgetCustomer(db, { organization_id, provider: provider.name }, customer_id);
      return provider.startSetup(await customerOf(provider, organization_id)).catch(rethrown);
    });
    return { provider: provider.name, ...setup, ...provider.form };
  });

  async function customerOf(provider: CardProvider, organization_id: string): Promise<string> {
    const key = { organization_id, provider: provider.name };
    const known = await findCustomer(db, key);
    if (known !== null) return known;
    const organization = await findOrganization(db, organization_id);
    if (!organization) throw notFound(publicId("organization", organization_id));
    const email = await readBillingEmail(db, organization_id);
    const created = await provider
      .createCustomer({ id: organization_id, name: organization.name, email })
      .catch(rethrown);
    const customer_id = await keepCustomer(db, key, created);
    if (customer_id === null) throw notFound(publicId("organization", organization_id));
    return customer_id;
  }

  serveOrganization(
    contract.setPaymentMethod,
    async ({ organization_id, user_id, body: { setup_id }, asCaller }) => {
      const provider = await cardsInForce();
      const key = { organization_id, provider: provider.name };
      const customer_id = await findCustomer(db, key);
      if (customer_id === null) throw invalid(NO_SETUP);
      if (!(await claimCardChange(db, key, CHANGE_LEASE_MS))) throw invalid(CHANGING);
      try {
        const card = await provider.cardOfSetup(customer_id, setup_id).catch(rethrown);
        if ("refused" in card) throw invalid(card.refused);
        // Ours first: a process that dies before the second step has a card that can be charged, and one too many.
        await asCaller.transaction(async (tx) => {
          await setCard(tx, key, card);
          await collectAgain(tx, key);
        });
        await provider.useCard(customer_id, card.id).catch(rethrown);
        log.info("card.set", { organization_id: publicId("organization", organization_id), user_id });
        const { brand, last4, exp_month, exp_year } = card;
        return { card: { brand, last4, exp_month, exp_year } };
      } finally {
        await endCardChange(db, key);
      }
    },
  );

  serveOrganization(contract.confirmTestCard, async ({ organization_id, body }) => {
    const form = await formInForce();
    const customer_id = await findCustomer(db, { organization_id, provider: "test" });
    const result = customer_id && (await form.confirmCard(customer_id, body));
    if (!result) throw notFound("setup");
    if (result.kind === "declined") return { status: "declined" as const, message: result.text };
    return {
      status: result.kind === "saved" ? ("succeeded" as const) : ("authentication_required" as const),
      message: null,
    };
  });

  serveOrganization(contract.confirmTestPayment, async ({ organization_id, body }) => {
    const form = await formInForce();
    const customer_id = await findCustomer(db, { organization_id, provider: "test" });
    const payment = customer_id && (await form.confirmPayment(customer_id, body));
    if (!payment) throw notFound("payment");
    return payment.kind === "paid"
      ? { status: "succeeded" as const, message: null }
      : { status: "declined" as const, message: payment.kind === "declined" ? payment.text : null };
  });

  serveOrganization(contract.payInvoice, async ({ organization_id, id: named, asCaller }) => {
    const uuid = internalId("invoice", named);
    const find = async (): Promise<InvoiceRow> => {
      const invoice = uuid && (await findInvoice(db, { id: uuid, organization_id }));
      if (!invoice) throw notFound(named);
      return invoice;
    };
    const invoice = await find();
    if (invoice.is_paid) return { invoice: invoiceView(invoice), authentication: null };
    if (invoice.charged_by === null) throw invalid(BY_TRANSFER);
    if ((await readBilling(db))?.provider !== invoice.charged_by) throw invalid(OTHER_PROVIDER);
    const provider = await cardsInForce();
    const claim = { provider: provider.name, leaseMs: TRY_LEASE_MS, id: invoice.id };
    for (;;) {
      const claimed = await claimTryOf(db, claim);
      const outcome = claimed && (await charged(asCaller, provider, claimed));
      const present = await find();
      if (!outcome && !present.is_paid) throw invalid(UNDER_WAY);
      // A try that had begun with a card which was replaced since has failed; the present card is charged next.
      const hasFailed = outcome !== null && outcome.kind !== "paid" && outcome.kind !== "pending";
      if (hasFailed && !present.is_paid && present.payment_problem === null) continue;
      return {
        invoice: invoiceView(present),
        authentication: outcome && authenticationOf(outcome, provider),
      };
    }
  });

  async function charged(asCaller: Database, provider: CardProvider, claimed: Try): Promise<Outcome> {
    try {
      return await collectOne({ db: asCaller, log, cards: provider }, claimed, { isMailed: false });
    } catch (error) {
      throw error instanceof CardProviderFailed ? providerFailed(error.cause) : error;
    }
  }
}

function authenticationOf(
  outcome: Outcome,
  { name, form }: CardProvider,
): ReplyOf<typeof contract.payInvoice>["authentication"] {
  if (outcome.kind !== "authentication_required") return null;
  return { provider: name, client_secret: outcome.client_secret, ...form };
}

function rethrown(error: unknown): never {
  throw providerFailed(error);
}

/** Logged where every failed call is; the caller reads what to do. */
function providerFailed(cause: unknown): ApiError {
  const error = new ApiError("UNAVAILABLE", {}, { message: PROVIDER_FAILED });
  error.cause = cause;
  return error;
}
