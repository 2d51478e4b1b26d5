/**
 * Are these two secrets the same?
 *
 * The one comparison of secrets at ingest. It hashes both sides first, so that neither the time it takes nor a
 * different length reveals anything about the right secret.
 */
import { createHash, timingSafeEqual } from "node:crypto";

export function isSameSecret(given: Uint8Array, right: Uint8Array): boolean {
  return timingSafeEqual(hashOf(given), hashOf(right));
}

function hashOf(secret: Uint8Array): Buffer {
  return createHash("sha256").update(secret).digest();
}
