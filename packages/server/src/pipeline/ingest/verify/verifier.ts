/**
 * Which verifier checks the requests of this source?
 *
 * Null means none: the source accepts any sender. An unknown method, or credentials of the wrong form, let no request
 * pass. The first request that needs the secret opens it. If it cannot be opened, that is our fault and throws, for
 * this source alone. A verifier that fetches a key gets a deadline here.
 */
import { KEY_UNAVAILABLE, NOT_CONFIGURED, type Verify, type VerifyOpen } from "./verification.ts";
import { VERIFIERS, type Verifiers } from "./verifiers.ts";

/** A sender gets an answer within four seconds; the rest of that time is for storing. */
const FETCH_WITHIN_MS = 2_000;

export interface SourceSecrets {
  type: string;
  /** The method in the source's configuration, if its type alone does not decide. */
  auth_type: string | null;
  sealedAuth: Buffer | null;
}

export interface VerifierSettings {
  verifiers?: Verifiers;
  fetchWithinMs?: number;
}

export type VerifySource = Verify | VerifyOpen;

export function verifierOf(
  { type, auth_type, sealedAuth }: SourceSecrets,
  open: (sealed: Buffer) => string,
  { verifiers = VERIFIERS, fetchWithinMs = FETCH_WITHIN_MS }: VerifierSettings = {},
): VerifySource | null {
  if (sealedAuth === null) {
    if (auth_type !== null) return passNothing;
    const withoutAuth = verifiers.get(type)?.withoutAuth;
    return withoutAuth ? (evidence) => bounded(withoutAuth(evidence), fetchWithinMs) : null;
  }
  let verify: Verify | undefined;
  return (evidence) => {
    verify ??= verifiers.get(auth_type ?? type)?.withAuth(JSON.parse(open(sealedAuth))) ?? passNothing;
    return bounded(verify(evidence), fetchWithinMs);
  };
}

const passNothing = () => NOT_CONFIGURED;

/** Sets a deadline only if the answer is a promise. */
function bounded<Answer>(
  answer: Answer | Promise<Answer>,
  withinMs: number,
): Answer | Promise<Answer | typeof KEY_UNAVAILABLE> {
  return answer instanceof Promise ? inTime(answer, withinMs) : answer;
}

async function inTime<Answer>(
  answer: Promise<Answer>,
  withinMs: number,
): Promise<Answer | typeof KEY_UNAVAILABLE> {
  const late = Promise.withResolvers<typeof KEY_UNAVAILABLE>();
  const timer = setTimeout(() => late.resolve(KEY_UNAVAILABLE), withinMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
