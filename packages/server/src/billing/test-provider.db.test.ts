/** Does the provider `test` keep the promises of every provider? */
import { freshDatabase } from "../testing/fresh-database.ts";
import { TEST_NUMBERS, testPayments, typedCard } from "../testing/given-card.ts";
import { testCardProvider } from "./card-provider.suite.ts";
import { createTestProvider } from "./test-provider.ts";

testCardProvider(async () => {
  const { db, drop } = await freshDatabase();
  const provider = createTestProvider(db);
  return {
    provider,
    async confirmSetup(customer_id, { client_secret }, { card, authentication }) {
      await provider.confirmCard(customer_id, {
        ...typedCard(TEST_NUMBERS[card]),
        client_secret,
        authentication,
      });
    },
    async answerPayment(customer_id, client_secret, authentication) {
      await provider.confirmPayment(customer_id, { client_secret, authentication });
    },
    async countPaid(invoice_id) {
      const mine = (await testPayments(db)).filter((payment) => payment.invoice_id === invoice_id);
      return mine.filter(({ status }) => status === "paid").length;
    },
    stop: drop,
  };
});
