/** How does a test give an organization a card? As its person does in the form of the provider `test`. */
import type { TestForm } from "../billing/test-provider.ts";
import type { CardProvider } from "../billing/card-provider.ts";
import { keepCustomer, setCard } from "../store/card-customers.ts";
import { collectAgain } from "../store/invoice-payments.ts";
import type { Database } from "../store/database.ts";

/** What each number does is in billing/test-cards.ts. */
export const TEST_NUMBERS = {
  pays: "4242 4242 4242 4242",
  "another that pays": "5555 5555 5555 4444",
  "declined when saved": "4000000000000002",
  "declined when charged": "4000000000000341",
  "asks when saved": "4000002500003155",
  "asks when saved and charged": "4000002760003184",
} as const;

export function typedCard(number: string) {
  return { number, exp_month: 12, exp_year: new Date().getUTCFullYear() + 1, cvc: "123" };
}

/** As PUT /payment-method does, without HTTP. */
export async function givenCard(
  db: Database,
  provider: CardProvider & TestForm,
  organization_id: string,
  number: string,
): Promise<void> {
  const key = { organization_id, provider: provider.name };
  const created = await provider.createCustomer({ id: organization_id, name: "", email: "" });
  const customer_id = (await keepCustomer(db, key, created)) ?? "";
  const { id, client_secret } = await provider.startSetup(customer_id);
  await provider.confirmCard(customer_id, {
    ...typedCard(number),
    client_secret,
    authentication: "complete",
  });
  const card = await provider.cardOfSetup(customer_id, id);
  if ("refused" in card) throw new Error(card.refused);
  await db.transaction(async (tx) => {
    await setCard(tx, key, card);
    await collectAgain(tx, key);
  });
  await provider.useCard(customer_id, card.id);
}

export interface TestPayment {
  invoice_id: string;
  amount: number;
  status: "paid" | "open" | "declined";
  client_secret: string;
}

/** All that the provider `test` has made, the oldest first. */
export async function testPayments(db: Database): Promise<TestPayment[]> {
  const { rows } = await db.query<TestPayment>(
    `select content ->> 'invoice_id' as invoice_id, (content ->> 'amount')::integer as amount,
       content ->> 'status' as status, client_secret
     from test_provider_objects where kind = 'payment' order by id`,
  );
  return rows;
}
