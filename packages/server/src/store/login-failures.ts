/**
 * Has this account, or this address, failed to sign in too often?
 *
 * An attempt is stored as a failure before the password is checked, and deleted when the password was right. So a
 * burst of parallel guesses counts as many failures, not as one. The database counts and times accounts that
 * exist and those that do not alike, so that the answer reveals nothing.
 */
import { createHash } from "node:crypto";
import { newId } from "../ids.ts";
import type { Database, Queryable } from "./database.ts";

const FAILURES_PER_ACCOUNT = 10;
export const FAILURES_PER_ADDRESS = 100;
const ACCOUNT_WINDOW = "15 minutes";
const ADDRESS_WINDOW = "1 hour";

export interface LoginAttempt {
  /** The text that was typed as the email; another kind of attempt adds its own prefix. */
  account: string;
  address: string;
}

export type Admission = { admitted: true; attempt_id: string } | { admitted: false; retry_after_s: number };

function accountHash(account: string): Buffer {
  return createHash("sha256").update(account.trim().toLowerCase()).digest();
}

export async function beginLogin(db: Database, { account, address }: LoginAttempt): Promise<Admission> {
  const hash = accountHash(account);
  return db.transaction(async (tx) => {
    // Always lock the account before the address, so that two attempts cannot deadlock.
    await tx.query("select pg_advisory_xact_lock(1, hashtext($1))", [hash.toString("hex")]);
    await tx.query("select pg_advisory_xact_lock(2, hashtext($1))", [address]);
    const { rows } = await tx.query<{ retry_after_s: number | null }>(
      `select ceil(extract(epoch from greatest(
         (select failed_at + $3::interval from login_failures
          where account = $1 and failed_at > now() - $3::interval
          order by failed_at desc offset $5 - 1 limit 1),
         (select failed_at + $4::interval from login_failures
          where address = $2 and failed_at > now() - $4::interval
          order by failed_at desc offset $6 - 1 limit 1)
       ) - now()))::integer as retry_after_s`,
      [hash, address, ACCOUNT_WINDOW, ADDRESS_WINDOW, FAILURES_PER_ACCOUNT, FAILURES_PER_ADDRESS],
    );
    const retry_after_s = rows[0]?.retry_after_s ?? null;
    if (retry_after_s !== null) return { admitted: false, retry_after_s: Math.max(1, retry_after_s) };

    const attempt_id = newId();
    await forgetOldFailures(tx);
    await tx.query("insert into login_failures (id, account, address) values ($1, $2, $3)", [
      attempt_id,
      hash,
      address,
    ]);
    return { admitted: true, attempt_id };
  });
}

/**
 * Each attempt deletes more old rows than it adds. It skips rows that another attempt is
 * deleting, to avoid deadlocks.
 */
async function forgetOldFailures(tx: Queryable): Promise<void> {
  await tx.query(
    `delete from login_failures where id in (
       select id from login_failures where failed_at < now() - $1::interval limit 10 for update skip locked)`,
    [ADDRESS_WINDOW],
  );
}

/** Deletes the failure of an attempt that succeeded. */
export async function takeBackFailure(db: Queryable, attempt_id: string): Promise<void> {
  await db.query("delete from login_failures where id = $1", [attempt_id]);
}

/** A person who reset the password has proven that the mailbox is theirs, and may sign in at once. */
export async function forgiveAccount(db: Queryable, account: string): Promise<void> {
  await db.query("delete from login_failures where account = $1", [accountHash(account)]);
}
