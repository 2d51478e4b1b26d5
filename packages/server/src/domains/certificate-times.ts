/**
 * When is a certificate renewed, and when does Posthorn order again after an order that failed?
 *
 * Pure. A renewal begins after two thirds of the lifetime, so a third is left for orders that fail. Pauses grow up to an
 * hour: authorities count failed proofs by the hour, and a person who has repaired something should not wait longer. What
 * the authority asks for counts, too. Chance comes in as an argument.
 */
const RENEWED_AFTER = 2 / 3;
/** A part of the lifetime: certificates that were ordered together are not renewed together. */
const RENEWAL_SPREAD = 1 / 30;

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
const PAUSE_JITTER = 0.1;
/** An authority that asks for a longer pause is asked once a day all the same. */
const LONGEST_ASKED_PAUSE_MS = 24 * 60 * 60_000;

/** How long an order may take for a step of the authority. */
const SOON_MS = 1_000;
const SLOW_MS = 15_000;
const PART_OF_WAIT = 10;

/** In milliseconds since 1970. */
export function renewalAtMs(
  { issuedAtMs, expiresAtMs }: { issuedAtMs: number; expiresAtMs: number },
  chance: number,
): number {
  const lifetimeMs = expiresAtMs - issuedAtMs;
  return issuedAtMs + lifetimeMs * (RENEWED_AFTER - RENEWAL_SPREAD * chance);
}

/** `failures` counts this one, too. `askedMs` is what the authority asked for; null if it asked for nothing. */
export function nextOrderMs(failures: number, askedMs: number | null, chance: number): number {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS);
  const longestMs = Math.max(pauseMs, Math.min(askedMs ?? 0, LONGEST_ASKED_PAUSE_MS));
  return Math.round(longestMs * (1 + chance * PAUSE_JITTER));
}

/** The next look at an order of this age that waits for the authority, or for the name servers. */
export function nextLookAtOrderMs(orderAgeMs: number): number {
  return Math.min(Math.max(orderAgeMs / PART_OF_WAIT, SOON_MS), SLOW_MS);
}
