/**
 * Have there been too many failed attempts to sign in, or to get a reset link?
 *
 * Failures count for the pair of an account and the place they come from, and for an address. So a stranger's wrong
 * passwords close an account for the stranger, not for its owner. All strangers together are slowed down as well; a
 * known device is a place of its own, to which only its own failures matter.
 *
 * An attempt is stored as a failure before the password is checked, and deleted when the password was right. So a
 * burst of parallel guesses counts as many failures, not as one. The database counts and times accounts that
 * exist and those that do not alike, so that the answer reveals nothing.
 */
import { createHash } from "node:crypto";
import { newId } from "../ids.ts";
import type { Database, Queryable } from "./database.ts";

const FAILURES_PER_PAIR = 10;
const PAIR_WINDOW = "15 minutes";
export const FAILURES_PER_ADDRESS = 100;
const ADDRESS_WINDOW = "1 hour";
/** Of all addresses together. Few mails go to one mailbox; for guesses of a password, many more are no danger. */
export const FAILURES_PER_ACCOUNT = { sign_in: 100, reset: 10 };
const ACCOUNT_WINDOW = { sign_in: "1 hour", reset: "15 minutes" };
/** Stored before the id of a known device, where strangers have their address. */
const DEVICE = "device ";

export interface LoginAttempt {
  /** Sign-ins and resets are counted apart. */
  kind: "sign_in" | "reset";
  /** The text that was typed as the email. */
  account: string;
  address: string;
  /** The device, if it is known for this account. */
  device?: string | null;
}

export type Admission = { admitted: true; attempt_id: string } | { admitted: false; retry_after_s: number };

function accountHash(account: string): Buffer {
  return createHash("sha256").update(account.trim().toLowerCase()).digest();
}

export async function beginLogin(db: Database, attempt: LoginAttempt): Promise<Admission> {
  const { kind, account, address, device } = attempt;
  const prefix = kind === "reset" ? "reset " : "";
  const hash = accountHash(prefix + account);
  const place = device ? DEVICE + device : prefix + address;
  return db.transaction(async (tx) => {
    // Always lock the account before the place, so that two attempts cannot deadlock. A known device is counted by
    // itself, so it does not wait for strangers.
    if (!device) await tx.query("select pg_advisory_xact_lock(1, hashtext($1))", [hash.toString("hex")]);
    await tx.query("select pg_advisory_xact_lock(2, hashtext($1))", [place]);
    const { rows } = await tx.query<{ retry_after_s: number | null }>(
      `select ceil(extract(epoch from greatest(
         (select failed_at + $3::interval from login_failures
          where account = $1 and address = $2 and failed_at > now() - $3::interval
          order by failed_at desc offset $4 - 1 limit 1),
         (select failed_at + $5::interval from login_failures
          where address = $2 and failed_at > now() - $5::interval
          order by failed_at desc offset $6 - 1 limit 1),
         (select failed_at + $7::interval from login_failures
          where account = $1 and failed_at > now() - $7::interval
            and not starts_with(address, $9) and not starts_with($2, $9)
          order by failed_at desc offset $8 - 1 limit 1)
       ) - now()))::integer as retry_after_s`,
      [
        hash,
        place,
        PAIR_WINDOW,
        FAILURES_PER_PAIR,
        ADDRESS_WINDOW,
        FAILURES_PER_ADDRESS,
        ACCOUNT_WINDOW[kind],
        FAILURES_PER_ACCOUNT[kind],
        DEVICE,
      ],
    );
    const retry_after_s = rows[0]?.retry_after_s ?? null;
    if (retry_after_s !== null) return { admitted: false, retry_after_s: Math.max(1, retry_after_s) };

    const attempt_id = newId();
    await forgetOldFailures(tx);
    await tx.query("insert into login_failures (id, account, address) values ($1, $2, $3)", [
      attempt_id,
      hash,
      place,
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
