/**
 * What does the listener tell the one that shows it?
 *
 * Lines on stdout and the full-screen view are two displays of one listener. It decides nothing about words or looks, and
 * tells everything that happens: nothing may happen silently.
 */
import type { Loss } from "./link.ts";
import type { Attempt, Outcome } from "./messages.ts";
import type { Missed } from "./missed.ts";

export interface Done {
  /** The same object as when it was received. */
  attempt: Attempt;
  outcome: Outcome;
  tookMs: number;
  at: Date;
}

export interface Display {
  connected(isAgain: boolean): void;
  /** Told for each try that fails, and before the first connection too. */
  lost(loss: Loss): void;
  answeredIn(ms: number): void;
  missed(missed: Missed): void;
  /** What was missed could not be read. */
  missedIsUnknown(why: string): void;
  received(attempt: Attempt): void;
  done(done: Done): void;
  /** The local server answered, but the connection was lost. */
  notAnswered(attempt: Attempt): void;
  localServer(isListening: boolean): void;
  /** Nothing is shown any more. */
  close(): void;
}
