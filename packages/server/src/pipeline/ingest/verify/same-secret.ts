/**
 * Are these two secrets, or these two signatures, the same?
 *
 * All comparisons of secrets at ingest are here. None of them takes longer because more of the first bytes are right, so
 * nobody can find out a secret byte by byte. `comparisons.test.ts` refuses any other comparison in this folder.
 */
import { hash, timingSafeEqual } from "node:crypto";

/** For secrets whose length is a secret too: both sides are hashed first. */
export function isSameSecret(given: Uint8Array, right: Uint8Array): boolean {
  return timingSafeEqual(hashOf(given), hashOf(right));
}

/** For signatures: their length follows from the scheme, so it is no secret. */
export function isSameSignature(given: Uint8Array, right: Uint8Array): boolean {
  return given.length === right.length && timingSafeEqual(given, right);
}

function hashOf(secret: Uint8Array): Buffer {
  return hash("sha256", secret, "buffer");
}
