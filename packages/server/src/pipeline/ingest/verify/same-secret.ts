/**
 * Are these two secrets the same?
 *
 * The one comparison of secrets at ingest. Both sides are hashed first, so that neither the time it takes
 * nor a length that differs tells anything about the right one.
 */
import { createHash, timingSafeEqual } from "node:crypto";

export function isSameSecret(given: Uint8Array, right: Uint8Array): boolean {
  return timingSafeEqual(hashOf(given), hashOf(right));
}

function hashOf(secret: Uint8Array): Buffer {
  return createHash("sha256").update(secret).digest();
}
