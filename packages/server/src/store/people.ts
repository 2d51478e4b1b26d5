/**
 * How does a person get an account, and what is their address?
 *
 * The first owner, people with an invitation and people who come through single sign-on get one here, in the transaction
 * that also lets them into an organization. This is our own SQL because better-auth would need several transactions. It changes accounts later.
 */
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";

export interface NewPerson {
  name: string;
  email: string;
  /** Whether we know that the mailbox is theirs. */
  email_verified: boolean;
  /** In better-auth's format: scrypt with its salt. Null: no password opens the account. */
  password_hash: string | null;
}

/** Returns the id of the person, or null if the address has an account already. */
export async function insertPerson(tx: Queryable, person: NewPerson): Promise<string | null> {
  const id = newId();
  const { rowCount } = await tx.query(
    `insert into users (id, name, email, email_verified) values ($1, $2, $3, $4) on conflict (email) do nothing`,
    [id, person.name, person.email.toLowerCase(), person.email_verified],
  );
  if (rowCount === 0) return null;
  await tx.query(
    `insert into accounts (id, user_id, account_id, provider_id, password)
     values ($1, $2, $3, 'credential', $4)`,
    [newId(), id, id, person.password_hash],
  );
  return id;
}

/** Returns null if nobody has this address. */
export async function findPersonByEmail(db: Queryable, email: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>("select id from users where email = lower($1)", [email]);
  return rows[0]?.id ?? null;
}

export interface KnownPerson {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
}

const PERSON = "select id, name, email, email_verified from users";

/** Until the transaction ends, nobody else changes who has the address. */
export async function lockPersonWithEmail(tx: Queryable, email: string): Promise<KnownPerson | null> {
  const { rows } = await tx.query<KnownPerson>(`${PERSON} where email = $1 for update`, [email]);
  return rows[0] ?? null;
}

export async function findKnownPerson(db: Queryable, id: string): Promise<KnownPerson | null> {
  const { rows } = await db.query<KnownPerson>(`${PERSON} where id = $1`, [id]);
  return rows[0] ?? null;
}

export async function removePassword(tx: Queryable, user_id: string): Promise<void> {
  await tx.query(
    "update accounts set password = null, updated_at = now() where user_id = $1 and provider_id = 'credential'",
    [user_id],
  );
}

/** The address of a person who is signed in. */
export async function findEmail(db: Queryable, user_id: string): Promise<string> {
  const { rows } = await db.query<{ email: string }>("select email from users where id = $1", [user_id]);
  return rows[0]?.email ?? "";
}
