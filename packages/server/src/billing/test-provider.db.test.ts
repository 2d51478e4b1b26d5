/** Does the provider `test` keep the promises of every provider? */
import type { Database } from "../store/database.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { type GivenCard, testCardProvider } from "./card-provider.suite.ts";
import { createTestProvider } from "./test-provider.ts";

const NUMBERS: Readonly<Record<GivenCard, string>> = {
  pays: "4242 4242 4242 4242",
  "another that pays": "5555 5555 5555 4444",
  "declined when saved": "4000000000000002",
  "declined when charged": "4000000000000341",
  "asks when saved": "4000002500003155",
  "asks when saved and charged": "4000002760003184",
};

testCardProvider(async () => {
  const { db, drop }: { db: Database; drop: () => Promise<void> } = await freshDatabase();
  const provider = createTestProvider(db);
  return {
    provider,
    async confirmSetup(customer_id, { client_secret }, { card, authentication }) {
      await provider.confirmCard(customer_id, {
        client_secret,
        number: NUMBERS[card],
        exp_month: 12,
        exp_year: new Date().getUTCFullYear() + 1,
        cvc: "123",
        authentication,
      });
    },
    async answerPayment(customer_id, client_secret, authentication) {
      await provider.confirmPayment(customer_id, { client_secret, authentication });
    },
    async countPaid(invoice_id) {
      const { rows } = await db.query<{ count: number }>(
        `select count(*) as count from test_provider_objects
         where content ->> 'invoice_id' = $1 and content ->> 'status' = 'paid'`,
        [invoice_id],
      );
      return rows[0]?.count ?? 0;
    },
    stop: drop,
  };
});
