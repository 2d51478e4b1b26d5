/**
 * Does this machine have a newer release to install, and may the client say so?
 *
 * Pure. Only a person at a terminal is told, and nobody in CI or with NO_UPDATE_NOTIFIER. What is told was found by an earlier
 * command: no command waits for an answer.
 */
import type { Environment } from "../machine.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** As it is stored. */
export interface Known {
  asked_at: number;
  /** Null: nobody has answered yet. */
  latest: string | null;
}

export function maySay(env: Environment, isTerminal: boolean): boolean {
  return isTerminal && !env["CI"] && !env["NO_UPDATE_NOTIFIER"];
}

/** A clock that was in the future does not silence the question. */
export function shouldAsk(known: Known | null, nowMs: number): boolean {
  return known === null || Math.abs(nowMs - known.asked_at) >= DAY_MS;
}

export function isNewer(latest: string, current: string): boolean {
  const [a, b] = [numbersOf(latest), numbersOf(current)];
  if (!a || !b) return false;
  const at = a.findIndex((number, index) => number !== b[index]);
  return at !== -1 && (a[at] ?? 0) > (b[at] ?? 0);
}

/** Null: a release to try out, which nobody is asked to install, or no version. */
function numbersOf(version: string): number[] | null {
  return /^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(version) ? version.split(".").map(Number) : null;
}

export function noticeText(latest: string, current: string): string {
  return `posthorn-cli ${latest} is there; this is ${current}. Update: npm install --global posthorn-cli\n`;
}
