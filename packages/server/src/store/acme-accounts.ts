/**
 * Every write to `acme_accounts`: the account with which this installation orders certificates.
 *
 * Processes that start together agree on one key: the first one that is stored counts. The authority gives everybody who
 * has the key the same account, so it does no harm if two processes register it.
 */
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";
import type { Sealer } from "./seal.ts";

/** Accounts belong to no project. */
const NO_PROJECT = "none";

export interface AcmeAccount {
  id: string;
  /** PEM. */
  key: string;
  /** Null: it has to be registered. */
  account_url: string | null;
}

interface AccountRow {
  id: string;
  key: Buffer;
  account_url: string | null;
}

/** `newKey` makes the key if the authority has no account of ours yet. */
export async function acmeAccountAt(
  db: Queryable,
  { open, seal }: Pick<Sealer, "open" | "seal">,
  directory_url: string,
  newKey: () => Promise<string>,
): Promise<AcmeAccount> {
  const found = (await readAccount(db, directory_url)) ?? (await insertAccount());
  const place = { team_id: NO_PROJECT, id: found.id };
  return { ...found, key: open(found.key, "acme_accounts.key", place) };

  async function insertAccount(): Promise<AccountRow> {
    const id = newId();
    const key = seal(await newKey(), "acme_accounts.key", { team_id: NO_PROJECT, id });
    await db.query(
      "insert into acme_accounts (id, directory_url, key) values ($1, $2, $3) on conflict (directory_url) do nothing",
      [id, directory_url, key],
    );
    const stored = await readAccount(db, directory_url);
    if (!stored) throw new Error("The account was deleted in the same moment");
    return stored;
  }
}

async function readAccount(db: Queryable, directory_url: string): Promise<AccountRow | null> {
  const { rows } = await db.query<AccountRow>(
    "select id, key, account_url from acme_accounts where directory_url = $1",
    [directory_url],
  );
  return rows[0] ?? null;
}

/** Null: the authority does not know the account any more, so it has to be registered again. */
export async function recordAccountUrl(db: Queryable, id: string, account_url: string | null): Promise<void> {
  await db.query("update acme_accounts set account_url = $2 where id = $1", [id, account_url]);
}
