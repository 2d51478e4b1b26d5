/**
 * Who checks what arrives at this source?
 *
 * Null: nobody, the source is open. Everything else that we do not know, or cannot read, lets nothing
 * pass. A secret is opened when the first request needs it; one that does not open any more is our fault
 * and rises as such, for this source alone. A verifier that fetches a key has a deadline here, whatever it waits for.
 */
import { KEY_UNAVAILABLE, NOT_CONFIGURED, type Verify, type VerifyOpen } from "./verification.ts";
import { VERIFIERS, type Verifiers } from "./verifiers.ts";

/** A sender hears something within four seconds; what is left is for storing. */
const FETCH_WITHIN_MS = 2_000;

export interface SourceSecrets {
  type: string;
  /** What the source's configuration names, where its type does not say it all. */
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

/** Costs nothing where the answer is there at once. */
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
