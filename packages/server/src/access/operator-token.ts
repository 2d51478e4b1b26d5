/**
 * Does a scraper present the operator's token?
 *
 * The comparison takes as long for a wrong token as for a right one.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { presentedKey } from "./presented-key.ts";

export function presentsToken(authorization: string | undefined, expected: string): boolean {
  const token = presentedKey(authorization ?? "");
  return token !== null && timingSafeEqual(hashOf(token), hashOf(expected));
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
