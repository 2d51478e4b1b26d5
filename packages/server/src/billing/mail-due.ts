/**
 * Sends mails that are due, each once.
 *
 * A lease gives each mail to one process. It is marked as sent after the server has taken it: a process that dies in between
 * sends it once more, under the same id, and mailboxes drop the second one.
 */
import type { Log } from "../log.ts";
import { type Letter, writeLetter } from "../mail/letter.ts";
import type { Mail } from "../outbound/mail.ts";
import type { Database } from "../store/database.ts";

const AT_ONCE = 4;
/** Longer than any message takes. */
const LEASE_MS = 60_000;
const FIRST_WAIT_MS = 60_000;
/** The waits double: the last try is a good day after the first. */
const TRIES = 11;

export interface MailDeps {
  db: Database;
  log: Log;
  mail: Mail;
  publicUrl: string;
}

interface AboutInvoice {
  id: string;
  billing_email: string;
  mail_failures: number;
}

export interface KindOfMail<Row extends AboutInvoice> {
  claim: (db: Database, lease: { limit: number; leaseMs: number }) => Promise<Row[]>;
  letterOf: (row: Row) => Letter;
  /** The same for each copy of this mail, and for no other. */
  nameOf: (row: Row) => string;
  /** When the next try is due. Null: none is. */
  record: (db: Database, row: Row, next: Date | null) => Promise<void>;
  /** Of the line in the log when the server did not take one. */
  notMailed: string;
}

export async function mailDue<Row extends AboutInvoice>(
  { db, log, mail, publicUrl }: MailDeps,
  { claim, letterOf, nameOf, record, notMailed }: KindOfMail<Row>,
): Promise<void> {
  const host = new URL(publicUrl).hostname;
  async function send(row: Row): Promise<void> {
    try {
      const letter = writeLetter(letterOf(row));
      await mail.send({ ...letter, to: [row.billing_email], messageId: `<${nameOf(row)}@${host}>` });
    } catch (error) {
      const isLast = row.mail_failures + 1 >= TRIES;
      const waitMs = FIRST_WAIT_MS * 2 ** row.mail_failures;
      log.warn(notMailed, { invoice_id: row.id, is_last_try: isLast, error });
      return record(db, row, isLast ? null : new Date(Date.now() + waitMs));
    }
    return record(db, row, null);
  }
  for (;;) {
    const due = await claim(db, { limit: AT_ONCE, leaseMs: LEASE_MS });
    if (due.length === 0) return;
    await Promise.all(due.map(send));
  }
}
