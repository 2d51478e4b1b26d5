/** Every write to `card_customers`, in the order of a customer's life: organizations as customers of a provider of cards. */
import type { Card, CardProviderName } from "@posthorn/contract/billing";
import type { Queryable } from "./database.ts";

interface Customer {
  organization_id: string;
  provider: CardProviderName;
}

interface KeptCard extends Card {
  id: string;
}

/** If there is one, it stays. Returns the one that counts. Null: the organization is gone. */
export async function keepCustomer(
  db: Queryable,
  { organization_id, provider }: Customer,
  customer_id: string,
): Promise<string | null> {
  const { rows } = await db.query<{ customer_id: string }>(
    `insert into card_customers as customer (organization_id, provider, customer_id)
     select id, $2, $3 from organizations where id = $1
     on conflict (organization_id, provider) do update set customer_id = customer.customer_id
     returning customer_id`,
    [organization_id, provider, customer_id],
  );
  return rows[0]?.customer_id ?? null;
}

export async function findCustomer(
  db: Queryable,
  { organization_id, provider }: Customer,
): Promise<string | null> {
  const { rows } = await db.query<{ customer_id: string }>(
    "select customer_id from card_customers where organization_id = $1 and provider = $2",
    [organization_id, provider],
  );
  return rows[0]?.customer_id ?? null;
}

/** The provider does not know this customer any more, so its card is gone as well. */
export async function forgetCustomer(
  db: Queryable,
  { organization_id, provider }: Customer,
  customer_id: string,
): Promise<void> {
  await db.query(
    "delete from card_customers where organization_id = $1 and provider = $2 and customer_id = $3",
    [organization_id, provider, customer_id],
  );
}

/** The organization whose card it is. Null: nobody's, or an earlier card. */
export async function findCustomerOfCard(
  db: Queryable,
  { provider, card_id }: { provider: CardProviderName; card_id: string },
): Promise<string | null> {
  const { rows } = await db.query<{ organization_id: string }>(
    "select organization_id from card_customers where provider = $1 and card_id = $2",
    [provider, card_id],
  );
  return rows[0]?.organization_id ?? null;
}

/** What is charged. Null: there is none. */
export async function readCard(db: Queryable, { organization_id, provider }: Customer): Promise<Card | null> {
  const { rows } = await db.query<Card>(
    `select brand, last4, exp_month, exp_year from card_customers
     where organization_id = $1 and provider = $2 and card_id is not null`,
    [organization_id, provider],
  );
  return rows[0] ?? null;
}

/** Lends the right to change the card. False: somebody else has it. */
export async function claimCardChange(
  db: Queryable,
  { organization_id, provider }: Customer,
  leaseMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update card_customers set changing_until = now() + $3 * interval '1 millisecond'
     where organization_id = $1 and provider = $2 and (changing_until is null or changing_until < now())`,
    [organization_id, provider, leaseMs],
  );
  return rowCount > 0;
}

export async function setCard(
  tx: Queryable,
  { organization_id, provider }: Customer,
  { id, brand, last4, exp_month, exp_year }: KeptCard,
): Promise<void> {
  await tx.query(
    `update card_customers set card_id = $3, brand = $4, last4 = $5, exp_month = $6, exp_year = $7
     where organization_id = $1 and provider = $2`,
    [organization_id, provider, id, brand, last4, exp_month, exp_year],
  );
}

export async function endCardChange(db: Queryable, { organization_id, provider }: Customer): Promise<void> {
  await db.query(
    "update card_customers set changing_until = null where organization_id = $1 and provider = $2",
    [organization_id, provider],
  );
}

/** The bank has replaced it: the same card with another date or number. Not if there is another card by now. */
export async function renewCard(
  db: Queryable,
  { organization_id, provider }: Customer,
  { id, brand, last4, exp_month, exp_year }: KeptCard,
): Promise<void> {
  await db.query(
    `update card_customers set brand = $4, last4 = $5, exp_month = $6, exp_year = $7
     where organization_id = $1 and provider = $2 and card_id = $3`,
    [organization_id, provider, id, brand, last4, exp_month, exp_year],
  );
}

/** The card was removed at the provider. Not if there is another card by now. */
export async function forgetCard(
  db: Queryable,
  { organization_id, provider }: Customer,
  card_id: string,
): Promise<void> {
  await db.query(
    `update card_customers set card_id = null, brand = null, last4 = null, exp_month = null, exp_year = null
     where organization_id = $1 and provider = $2 and card_id = $3`,
    [organization_id, provider, card_id],
  );
}
