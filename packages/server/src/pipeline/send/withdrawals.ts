/**
 * Was this event cancelled while it waited here for its turn?
 *
 * Cancelling marks the row of a leased event in the database and tells the process that holds it. What is
 * not yet on the wire is given back at once and passed over when its turn comes; what is on the wire is left
 * alone, and settling respects the mark. Sending asks memory only: no delivery costs a query for it.
 */
import { uuidText } from "../../ids.ts";
import type { Delivery } from "../delivery.ts";

/** Announcements for events that have not reached the queue; one is used within milliseconds or never. */
const EARLY_MAX = 10_000;

export interface Withdrawals {
  /** What the database announced: `process id:number id:number …`. */
  announced: (text: string) => void;
  /** The same, found by asking. */
  found: (cancelled: readonly { id: string; attempts: number }[]) => void;
  /** Its turn has come. False: it is not wanted any more and has been given back. */
  begin: (delivery: Delivery) => boolean;
  /** Its lease has ended, one way or another. */
  end: (delivery: Delivery) => void;
  /** It was given back, though it still waits for its turn. */
  has: (delivery: Delivery) => boolean;
}

export interface WithdrawalsDeps {
  /** Everything this process holds a lease on. */
  held: ReadonlySet<Delivery>;
  owner: () => number;
  giveBack: (delivery: Delivery) => void;
}

export function createWithdrawals({ held, owner, giveBack }: WithdrawalsDeps): Withdrawals {
  /** Until the outcome is stored: a lease given back before that would lose it. */
  const begun = new Set<Delivery>();
  const withdrawn = new WeakSet<Delivery>();
  /** The announcement can overtake the answer of the commit that made the event. */
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

/** The number tells this attempt from an earlier one of the same event. */
function keyOf({ id, attempt_number }: Delivery): string {
  return `${uuidText(id)}:${attempt_number}`;
}
