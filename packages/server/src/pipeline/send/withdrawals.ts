/**
 * Was this event cancelled while it waited here for its turn?
 *
 * Cancelling marks the row of a leased event in the database, which announces it to the process that
 * holds the lease. If the event is not on the wire yet, this process gives it back at once and skips
 * it when its turn comes. An event on the wire is left alone, and settling respects the mark.
 * Sending asks memory only, so no delivery costs an extra query.
 */
import { uuidText } from "../../ids.ts";
import type { Delivery } from "../delivery.ts";

/** Announcements for events that have not reached the queue yet; one is used within milliseconds or never. */
const EARLY_MAX = 10_000;

export interface Withdrawals {
  /** Takes the database's announcement: `process id:number id:number …`. */
  announced: (text: string) => void;
  /** The same for cancelled events that a query found. */
  found: (cancelled: readonly { id: string; attempts: number }[]) => void;
  /** Called when its turn has come. Returns false when it was cancelled and has been given back. */
  begin: (delivery: Delivery) => boolean;
  /** Called when its lease has ended, in whatever way. */
  end: (delivery: Delivery) => void;
  /** Returns whether it was given back, although it still waits for its turn. */
  has: (delivery: Delivery) => boolean;
}

export interface WithdrawalsDeps {
  /** All deliveries this process holds a lease on. */
  held: ReadonlySet<Delivery>;
  owner: () => number;
  giveBack: (delivery: Delivery) => void;
}

export function createWithdrawals({ held, owner, giveBack }: WithdrawalsDeps): Withdrawals {
  /** On the wire until the outcome is stored: giving the lease back before that would lose the outcome. */
  const begun = new Set<Delivery>();
  const withdrawn = new WeakSet<Delivery>();
  /** An announcement can arrive before the reply to the commit that created the event. */
  const early = new Set<string>();

  function withdraw(keys: Set<string>): void {
    for (const delivery of held) {
      if (!keys.delete(keyOf(delivery)) || begun.has(delivery) || withdrawn.has(delivery)) continue;
      withdrawn.add(delivery);
      giveBack(delivery);
    }
    for (const key of keys) early.add(key);
    for (const oldest of early) {
      if (early.size <= EARLY_MAX) break;
      early.delete(oldest);
    }
  }

  return {
    announced(text) {
      const [process, ...keys] = text.split(" ");
      if (Number(process) === owner()) withdraw(new Set(keys));
    },
    found: (cancelled) => withdraw(new Set(cancelled.map(({ id, attempts }) => `${id}:${attempts}`))),
    begin(delivery) {
      if (withdrawn.delete(delivery)) return false;
      if (early.size > 0 && early.delete(keyOf(delivery))) {
        giveBack(delivery);
        return false;
      }
      begun.add(delivery);
      return true;
    },
    end: (delivery) => void begun.delete(delivery),
    has: (delivery) => withdrawn.has(delivery),
  };
}

/** The number distinguishes this attempt from an earlier one of the same event. */
function keyOf({ id, attempt_number }: Delivery): string {
  return `${uuidText(id)}:${attempt_number}`;
}
