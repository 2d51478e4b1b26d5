/**
 * What can a verifier say about a request?
 *
 * That its sender is proven, that it is not and why, or that the request is a challenge and what to reply. The result
 * is a promise only if the verifier must fetch a key, because ingest waits for it. A verifier never throws, whatever
 * the sender wrote.
 */
import type { VerificationFailure } from "@posthorn/contract/causes";
import type { Evidence } from "./evidence.ts";

/** The reply that a sender wants before it sends anything. The challenge is not stored. */
export interface ChallengeReply {
  status: number;
  /** Names and values in turn. */
  headers: readonly string[];
  body: string | Uint8Array;
}

/** The secret that a challenge has taught a source of this type, as its `config.auth`. */
export interface LearnedSecret {
  type: string;
  auth: Readonly<Record<string, string>>;
}

export type Passed = { result: "passed" };
export type Failed = { result: "failed"; failure: VerificationFailure };
export type Challenged = { result: "challenged"; reply: ChallengeReply };

export type Verification = Passed | Failed | Challenged;
/** For a source without a secret: it accepts any sender, but senders of its type may still send challenges. */
export type OpenVerification = { result: "open" } | Failed | (Challenged & { learned?: LearnedSecret });

export type Verify = (evidence: Evidence) => Verification | Promise<Verification>;
export type VerifyOpen = (evidence: Evidence) => OpenVerification | Promise<OpenVerification>;
/** A verifier that never has to fetch anything, and knows no challenges. */
export type VerifyAtOnce = (evidence: Evidence) => Passed | Failed;

export const PASSED: Passed = { result: "passed" };
export const NOT_CONFIGURED = failed("NOT_CONFIGURED", null);
export const KEY_UNAVAILABLE = failed("KEY_UNAVAILABLE", null);

export function failed(
  problem: VerificationFailure["problem"],
  looked_at: VerificationFailure["looked_at"],
): Failed {
  return { result: "failed", failure: { problem, looked_at } };
}

/** `name` is in lower case. */
export function failedHeader(problem: VerificationFailure["problem"], name: string): Failed {
  return failed(problem, { part: "header", name });
}
