/**
 * When does Posthorn look at the records of a domain again?
 *
 * Somebody who has just claimed a domain waits in front of the page, so the first looks come every five seconds. The
 * longer a claim stays unproven, the longer the pauses. An active domain is looked at a few times a day, and more often
 * while its records are wrong. Chance comes in as an argument.
 */
import type { Findings } from "./look-at-domain.ts";

const SOON_MS = 5_000;
const SELDOM_MS = 10 * 60_000;
const ACTIVE_MS = 6 * 60 * 60_000;
const LOST_MS = 60 * 60_000;
/** A claim that is unproven for so long waits a twentieth of that. */
const PART_OF_WAIT = 20;
/** Up to a tenth longer, so that domains that were claimed together do not stay together. */
const JITTER = 0.1;

/** `pendingForMs` is null for a domain that was active before this look. */
export function nextLookMs(
  { routing, ownership }: Findings,
  pendingForMs: number | null,
  chance: number,
): number {
  const isProven = routing === "found" && ownership === "found";
  const waitMs = isProven
    ? ACTIVE_MS
    : pendingForMs === null
      ? LOST_MS
      : Math.min(Math.max(pendingForMs / PART_OF_WAIT, SOON_MS), SELDOM_MS);
  return Math.round(waitMs * (1 + chance * JITTER));
}
