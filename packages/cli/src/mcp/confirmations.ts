/**
 * Has the caller read what a change would do, before it makes the change?
 *
 * A tool that writes answers first with what would happen and with a token; only a second call with the token acts. A token
 * is for the very arguments it was given for, works once, and ends soon. It lives in this process only.
 */
import { randomBytes } from "node:crypto";
import { Failure } from "../failure.ts";

export const CONFIRM_WITHIN_MINUTES = 5;
/** A caller that only asks forgets the oldest. */
const MOST_TOKENS = 100;

export interface Confirmations {
  /** `seen` is what the dry run was about, such as the version of a thing. */
  issue(tool: string, args: unknown, seen: unknown): string;
  /** Returns what `issue` was given. Throws if the token is not for exactly this. The token has ended either way. */
  redeem(token: string, tool: string, args: unknown): unknown;
}

interface Issued {
  act: string;
  seen: unknown;
  untilMs: number;
}

export function createConfirmations(nowMs: () => number): Confirmations {
  const issued = new Map<string, Issued>();
  return {
    issue(tool, args, seen) {
      const [oldest] = issued.keys();
      if (issued.size >= MOST_TOKENS && oldest !== undefined) issued.delete(oldest);
      const token = randomBytes(12).toString("base64url");
      issued.set(token, {
        act: actOf(tool, args),
        seen,
        untilMs: nowMs() + CONFIRM_WITHIN_MINUTES * 60_000,
      });
      return token;
    },
    redeem(token, tool, args) {
      const found = issued.get(token);
      issued.delete(token);
      if (!found)
        throw notConfirmed(
          "There is no such confirmation.",
          "It was used already, or is of another session.",
        );
      if (nowMs() >= found.untilMs)
        throw notConfirmed(`The confirmation is older than ${CONFIRM_WITHIN_MINUTES} minutes.`);
      if (found.act !== actOf(tool, args))
        throw notConfirmed("The confirmation is for another tool or for other arguments.");
      return found.seen;
    },
  };
}

function notConfirmed(what: string, why?: string): Failure {
  return new Failure(`${what} Nothing was changed.`, {
    ...(why !== undefined && { why }),
    todo: "Call the tool without confirmation: it says what would happen, and gives a new one.",
  });
}

/** The same for the same arguments, in whatever order their members came. */
function actOf(tool: string, args: unknown): string {
  return `${tool} ${JSON.stringify(args, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )}`;
}
