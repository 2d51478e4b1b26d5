/** Which card is charged for an organization? What costs something asks before it begins. */
import { type Card, isCardProvider } from "@posthorn/contract/billing";
import type { Billing } from "../../store/billing.ts";
import { readCard } from "../../store/card-customers.ts";
import type { Queryable } from "../../store/database.ts";

/** Null: there is none, or invoices are not charged to cards. */
export async function cardInForce(
  db: Queryable,
  organization_id: string,
  billing: Billing | null,
): Promise<Card | null> {
  if (!billing || !isCardProvider(billing.provider)) return null;
  return readCard(db, { organization_id, provider: billing.provider });
}

/** Whether invoices are charged to cards here, and this organization has given none. */
export async function isCardMissing(
  db: Queryable,
  organization_id: string,
  billing: Billing,
): Promise<boolean> {
  return isCardProvider(billing.provider) && (await cardInForce(db, organization_id, billing)) === null;
}
