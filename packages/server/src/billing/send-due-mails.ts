/**
 * How do mails that wait in a table reach the mail server?
 *
 * Several processes may send at once: a lease gives each mail to one of them. A mail is recorded as sent after the server
 * has taken it: a process that dies in between sends it once more, under the same id, and mailboxes drop the second one.
 */
import type { Log } from "../log.ts";
import { type Letter, writeLetter } from "../mail/letter.ts";
import type { Mail } from "../outbound/mail.ts";

const MAILS_AT_ONCE = 4;
/** Longer than any message takes. */
const LEASE_MS = 60_000;
const FIRST_WAIT_MS = 60_000;
/** The waits double: the last try is a good day after the first. */
const TRIES = 11;

export interface DueMails<Due> {
  /** Lends some, for so long. */
  claim: (lease: { limit: number; leaseMs: number }) => Promise<Due[]>;
  letterOf: (due: Due) => Letter;
  recipientsOf: (due: Due) => readonly string[];
  /** The same for each try of the same mail. */
  idOf: (due: Due) => string;
  /** When the next try is due. Null: none is, because the server took the mail, or this was the last try. */
  record: (due: Due, next: Date | null) => Promise<void>;
}

export interface MailingDeps {
  log: Log;
  mail: Mail;
  publicUrl: string;
}

/** `name` is what they are, in the log. */
export async function sendDueMails<Due extends { mail_failures: number }>(
  deps: MailingDeps,
  name: string,
  mails: DueMails<Due>,
): Promise<void> {
  for (;;) {
    const due = await mails.claim({ limit: MAILS_AT_ONCE, leaseMs: LEASE_MS });
    if (due.length === 0) return;
    await Promise.all(due.map((one) => sendOne(deps, name, mails, one)));
  }
}

async function sendOne<Due extends { mail_failures: number }>(
  { log, mail, publicUrl }: MailingDeps,
  name: string,
  mails: DueMails<Due>,
  due: Due,
): Promise<void> {
  const id = mails.idOf(due);
  try {
    await mail.send({
      ...writeLetter(mails.letterOf(due)),
      to: mails.recipientsOf(due),
      messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    });
  } catch (error) {
    const isLast = due.mail_failures + 1 >= TRIES;
    const waitMs = FIRST_WAIT_MS * 2 ** due.mail_failures;
    log.warn(`${name}.not_mailed`, { id, is_last_try: isLast, error });
    return mails.record(due, isLast ? null : new Date(Date.now() + waitMs));
  }
  return mails.record(due, null);
}
