/** Every write to `test_provider_objects`, and its reads: what the provider `test` would keep on a server of its own. */
import type { Queryable } from "./database.ts";

export interface ProviderObject<Content> {
  id: string;
  kind: "customer" | "setup" | "card" | "payment";
  customer_id: string;
  client_secret: string | null;
  content: Content;
}

/** If there is one with this id, it stays as it is. */
export async function keepObject(
  db: Queryable,
  { id, kind, customer_id, client_secret, content }: ProviderObject<unknown>,
): Promise<void> {
  await db.query(
    `insert into test_provider_objects (id, kind, customer_id, client_secret, content) values ($1, $2, $3, $4, $5)
     on conflict (id) do nothing`,
    [id, kind, customer_id, client_secret, JSON.stringify(content)],
  );
}

/** Only if its content is what the caller has read, so that of two answers to one question the first one counts. */
export async function replaceContent(
  db: Queryable,
  id: string,
  { from, to }: { from: unknown; to: unknown },
): Promise<void> {
  await db.query("update test_provider_objects set content = $3 where id = $1 and content = $2", [
    id,
    JSON.stringify(from),
    JSON.stringify(to),
  ]);
}

export async function findObject<Content>(
  db: Queryable,
  kind: ProviderObject<Content>["kind"],
  id: string,
): Promise<ProviderObject<Content> | null> {
  const { rows } = await db.query<ProviderObject<Content>>(
    "select id, kind, customer_id, client_secret, content from test_provider_objects where kind = $1 and id = $2",
    [kind, id],
  );
  return rows[0] ?? null;
}

export async function findBySecret<Content>(
  db: Queryable,
  kind: ProviderObject<Content>["kind"],
  client_secret: string,
): Promise<ProviderObject<Content> | null> {
  const { rows } = await db.query<ProviderObject<Content>>(
    "select id, kind, customer_id, client_secret, content from test_provider_objects where kind = $1 and client_secret = $2",
    [kind, client_secret],
  );
  return rows[0] ?? null;
}

export async function forgetOtherCards(db: Queryable, customer_id: string, card_id: string): Promise<void> {
  await db.query("delete from test_provider_objects where kind = 'card' and customer_id = $1 and id <> $2", [
    customer_id,
    card_id,
  ]);
}
