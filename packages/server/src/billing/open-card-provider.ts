/** Which provider charges cards, as the operator has set it? Created once at start; its code is loaded only then. */
import type { BillingProvider } from "@posthorn/contract/billing";
import type { Queryable } from "../store/database.ts";
import type { CardProvider } from "./card-provider.ts";
import type { TestForm } from "./test-provider.ts";

export interface OpenCardProvider {
  /** Null: no card is charged. */
  cards: CardProvider | null;
  /** The form that is built in. Null: people use the provider's own. */
  testForm: TestForm | null;
}

export async function openCardProvider(
  provider: BillingProvider,
  { db }: { db: Queryable },
): Promise<OpenCardProvider> {
  if (provider !== "test") return { cards: null, testForm: null };
  const { createTestProvider } = await import("./test-provider.ts");
  const test = createTestProvider(db);
  return { cards: test, testForm: test };
}
