/**
 * How many requests may one destination have open, and when must it leave the sockets to others?
 *
 * A destination that does not answer holds each socket until the deadline. So its share is halved while its
 * attempts time out and grows again with every answer; and destinations that have not answered quickly of
 * late may together hold no more than half of all sockets, each the fewer the more of them there are. Who may
 * take longer than usual is with these, however quick its answers: should it stop answering, its own deadline
 * would tell us too late.
 */
import { ATTEMPT_DEADLINE_MS } from "@posthorn/contract/limits";

/** Slower than this, an answer does not make a destination quick. */
const QUICK_MS = 5_000;
/** What a destination begins with that nobody has seen answer. */
const FIRST_MOST = 32;
/** A dead destination is still asked by a few at a time: it may be alive again, and its events must end. */
const LEAST_MOST = 8;
/** Of all sockets: what slow destinations may hold together, and up to where each may still have its first. */
const SLOW_SHARE = 0.5;
const SLOW_FIRST_SHARE = 0.75;
/** One slow destination takes at most this part of what the slow ones have left. */
const SLOW_TURN_SHARE = 0.25;

export interface DestinationShare {
  /** Open requests at most. */
  most: number;
  /** It answered lately, and soon, and has the usual deadline or less. */
  isQuick: boolean;
  /** One timeout among answers says little; two in a row are a destination that hangs. */
  timeoutsInRow: number;
}

export interface AttemptPace {
  isTimeout: boolean;
  tookMs: number;
  /** How long it might have taken. */
  deadlineMs: number;
}

export interface Sockets {
  open: number;
  /** Of these, to destinations that are not quick. */
  openToSlow: number;
  most: number;
}

export function firstShare(mostPerDestination: number): DestinationShare {
  return { most: Math.min(FIRST_MOST, mostPerDestination), isQuick: false, timeoutsInRow: 0 };
}

export function shareAfter(
  share: DestinationShare,
  attempt: AttemptPace,
  mostPerDestination: number,
): DestinationShare {
  if (!attempt.isTimeout) {
    const most = Math.min(share.most + 1, mostPerDestination);
    const isQuick = attempt.tookMs <= QUICK_MS && attempt.deadlineMs <= ATTEMPT_DEADLINE_MS;
    return { most, isQuick, timeoutsInRow: 0 };
  }
  const least = Math.min(LEAST_MOST, mostPerDestination);
  const most = share.timeoutsInRow > 0 ? Math.max(least, Math.floor(share.most / 2)) : share.most;
  return { most, isQuick: false, timeoutsInRow: share.timeoutsInRow + 1 };
}

/** May a destination with `open` requests begin another? */
export function mayOpen(share: DestinationShare, open: number, sockets: Sockets): boolean {
  if (open >= share.most || sockets.open >= sockets.most) return false;
  if (share.isQuick) return true;
  if (open === 0) return sockets.openToSlow < sockets.most * SLOW_FIRST_SHARE;
  return open < (sockets.most * SLOW_SHARE - sockets.openToSlow) * SLOW_TURN_SHARE;
}
