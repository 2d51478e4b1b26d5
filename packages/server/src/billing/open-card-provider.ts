/** Which provider charges cards, as the operator has set it? Created once at start; its code is loaded only then. */
import type { BillingProvider } from "@posthorn/contract/billing";
import type { StripeConfig } from "../config/billing.ts";
import type { Queryable } from "../store/database.ts";
import type { CardProvider } from "./card-provider.ts";
import type { StripeProvider } from "./stripe-provider.ts";
import type { TestForm } from "./test-provider.ts";

export interface OpenCardProvider {
  /** Null: no card is charged. */
  cards: CardProvider | null;
  /** The form that is built in. Null: people use the provider's own. */
  testForm: TestForm | null;
  /** The same as `cards`, with what only Stripe has. Null: there is another provider, or none. */
  stripe: StripeProvider | null;
  close: () => Promise<void>;
}

export async function openCardProvider(
  provider: BillingProvider,
  { db, stripe: config }: { db: Queryable; stripe: StripeConfig | null },
): Promise<OpenCardProvider> {
  if (config) {
    const [{ createStripeAccess }, { createStripeProvider }] = await Promise.all([
      import("../outbound/stripe.ts"),
      import("./stripe-provider.ts"),
    ]);
    const access = createStripeAccess(config);
    const stripe = createStripeProvider(access, config);
    return { cards: stripe, testForm: null, stripe, close: access.close };
  }
  const nothing = { cards: null, testForm: null, stripe: null, close: async () => undefined };
  if (provider !== "test") return nothing;
  const { createTestProvider } = await import("./test-provider.ts");
  const test = createTestProvider(db);
  return { ...nothing, cards: test, testForm: test };
}
