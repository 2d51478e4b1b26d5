/**
 * How many requests may one destination have open, and when must it leave the sockets to others?
 *
 * A destination that does not answer holds each socket until the deadline. So its share is halved
 * while its attempts time out, and grows again with every answer. Destinations that have not answered
 * quickly of late may together hold no more than half of all sockets; the more of them there are, the
 * fewer each gets. A destination with a longer deadline counts as slow even if it answers quickly: if
 * it stops answering, its own deadline would warn us too late.
 */
import { ATTEMPT_DEADLINE_MS } from "@posthorn/contract/limits";
import type { Answer } from "../answer.ts";

/** An answer slower than this does not make a destination quick. */
const QUICK_MS = 5_000;
/** The first share of a destination that has not answered yet. */
const FIRST_MOST = 32;
/** A dead destination still gets a few attempts at a time: it may have recovered, and its events must end. */
const LEAST_MOST = 8;
/** Parts of all sockets: what slow destinations may hold together, and up to where each may still open its first. */
const SLOW_SHARE = 0.5;
const SLOW_FIRST_SHARE = 0.75;
/** One slow destination takes at most this part of the sockets left for slow ones. */
const SLOW_TURN_SHARE = 0.25;

export interface DestinationShare {
  /** The most open requests. */
  most: number;
  /** It answered recently and quickly, and has the usual deadline or a shorter one. */
  isQuick: boolean;
  /** One timeout among answers means little; two in a row mean that the destination hangs. */
  timeoutsInRow: number;
}

export interface AttemptPace {
  isTimeout: boolean;
  tookMs: number;
  /** The deadline of the attempt. */
  deadlineMs: number;
}

/** An attempt that ended without an answer took until now: a token server that hangs must not look quick. */
export function paceOf(
  answer: Pick<Answer, "error_code" | "createdAtMs" | "respondedAtMs">,
  deadlineMs: number,
  nowMs: number,
): AttemptPace {
  return {
    // The name server of the destination may be the one that keeps us waiting. A remembered failure comes at once.
    isTimeout: answer.error_code === "TIMEOUT" || answer.error_code === "DNS_LOOKUP_FAILED",
    tookMs: (answer.respondedAtMs ?? nowMs) - answer.createdAtMs,
    deadlineMs,
  };
}

export interface Sockets {
  open: number;
  /** Those of the open ones that go to slow destinations. */
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

/** Returns whether a destination with `open` requests may begin another. */
export function mayOpen(share: DestinationShare, open: number, sockets: Sockets): boolean {
  if (open >= share.most || sockets.open >= sockets.most) return false;
  if (share.isQuick) return true;
  if (open === 0) return sockets.openToSlow < sockets.most * SLOW_FIRST_SHARE;
  return open < (sockets.most * SLOW_SHARE - sockets.openToSlow) * SLOW_TURN_SHARE;
}
