/**
 * Which events does the view keep?
 *
 * A client listens for days, and must not grow. The newest events stay, with the beginnings of their bodies; if these are
 * large, the bodies of older events go before their events do. What is gone is counted, and the dashboard has it.
 */
import { type Attempt, type Outcome, isFine } from "../messages.ts";

/** Part of a body, or nothing of it. */
export interface KeptBody {
  bytes: Buffer;
  /** Of the whole body. */
  length: number;
  /** It was there, and made room for newer ones. */
  isGone: boolean;
}

export type KeptOutcome =
  | { status: number; headers: readonly (readonly [string, string])[]; body: KeptBody }
  | { problem: string };

/** One attempt, as it arrived. */
export interface KeptEvent {
  readonly attempt: Omit<Attempt, "body">;
  readonly receivedAt: Date;
  body: KeptBody;
  /** Null while the local server works. */
  outcome: KeptOutcome | null;
  tookMs: number;
  /** Posthorn has not got the answer. */
  isAnswerLost: boolean;
}

export interface Limits {
  events: number;
  /** Of each request and each answer. */
  bodyBytes: number;
  /** Of all bodies together. */
  allBytes: number;
}

const KEPT: Limits = { events: 1_000, bodyBytes: 64 * 1024, allBytes: 16 * 1024 * 1024 };

export interface KeptEvents {
  /** The newest first. A new list after each change. */
  list(): readonly KeptEvent[];
  counts: Readonly<{ received: number; fine: number; failed: number; underWay: number }>;
  limits: Limits;
  add(attempt: Attempt, receivedAt: Date): void;
  finish(attempt: Attempt, outcome: Outcome, tookMs: number): void;
  answerLost(attempt: Attempt): void;
}

export function createKeptEvents(limits: Limits = KEPT): KeptEvents {
  /** The oldest first. */
  const events: KeptEvent[] = [];
  const byAttempt = new WeakMap<Attempt, KeptEvent>();
  const counts = { received: 0, fine: 0, failed: 0, underWay: 0 };
  let bytes = 0;
  /** Events before this one have no bodies any more. */
  let withBodies = 0;
  let newestFirst: readonly KeptEvent[] | null = null;

  const bytesOf = ({ body, outcome }: KeptEvent) =>
    body.bytes.length + (outcome && "status" in outcome ? outcome.body.bytes.length : 0);

  function makeRoom(): void {
    while (events.length > limits.events) {
      const oldest = events.shift();
      if (oldest) bytes -= bytesOf(oldest);
      withBodies = Math.max(0, withBodies - 1);
    }
    for (; bytes > limits.allBytes && withBodies < events.length; withBodies++) {
      const event = events[withBodies];
      if (!event) return;
      bytes -= bytesOf(event);
      event.body = gone(event.body);
      if (event.outcome && "status" in event.outcome)
        event.outcome = { ...event.outcome, body: gone(event.outcome.body) };
    }
  }

  return {
    limits,
    counts,
    list: () => (newestFirst ??= events.toReversed()),
    add(attempt, receivedAt) {
      const { body, ...rest } = attempt;
      const event: KeptEvent = {
        attempt: rest,
        receivedAt,
        body: keptOf(body, limits.bodyBytes),
        outcome: null,
        tookMs: 0,
        isAnswerLost: false,
      };
      counts.received++;
      counts.underWay++;
      events.push(event);
      byAttempt.set(attempt, event);
      bytes += bytesOf(event);
      newestFirst = null;
      makeRoom();
    },
    finish(attempt, outcome, tookMs) {
      counts.underWay--;
      counts[isFine(outcome) ? "fine" : "failed"]++;
      const event = byAttempt.get(attempt);
      if (!event) return;
      const at = events.indexOf(event);
      event.tookMs = tookMs;
      if ("problem" in outcome) event.outcome = outcome;
      else {
        const body = keptOf(outcome.body, limits.bodyBytes);
        // One that was dropped meanwhile may still be on the screen, but is not counted any more.
        const hasRoom = at >= withBodies;
        event.outcome = { ...outcome, body: hasRoom ? body : gone(body) };
        if (hasRoom) bytes += event.outcome.body.bytes.length;
      }
      newestFirst = null;
      makeRoom();
    },
    answerLost(attempt) {
      const event = byAttempt.get(attempt);
      if (event) event.isAnswerLost = true;
      newestFirst = null;
    },
  };
}

function keptOf(body: Buffer, most: number): KeptBody {
  if (body.length <= most) return { bytes: body, length: body.length, isGone: false };
  let end = most;
  // A character that is cut would make a text look like no text.
  while (end > most - 4 && ((body[end] ?? 0) & 0xc0) === 0x80) end--;
  // A copy: a part of the buffer would keep all of it.
  return { bytes: Buffer.from(body.subarray(0, end)), length: body.length, isGone: false };
}

function gone({ length }: KeptBody): KeptBody {
  return { bytes: Buffer.alloc(0), length, isGone: length > 0 };
}

/** The number of the attempt at its event, as Posthorn sends it. */
export function attemptNumber({ attempt }: KeptEvent): number | null {
  const found = Object.entries(attempt.headers).find(([name]) => /^x-[a-z]+-attempt-count$/i.test(name));
  return found && /^\d+$/.test(found[1]) ? Number(found[1]) : null;
}

export type State = "underWay" | "fine" | "failed";

export function stateOf({ outcome }: KeptEvent): State {
  if (outcome === null) return "underWay";
  return "status" in outcome && outcome.status >= 200 && outcome.status < 300 ? "fine" : "failed";
}

/** The text of a body, or null if it is none, or not kept. */
export function textOf({ bytes, isGone }: KeptBody): string | null {
  if (isGone || bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null; // no text
  }
}
