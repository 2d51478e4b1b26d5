/**
 * Was this message signed with the shared key, under this id, not long ago?
 *
 * Standard Webhooks: `webhook-id`, `webhook-timestamp` and the raw body are signed together. `webhook-signature` holds
 * one or more signatures, of which one must match. Svix, where the scheme comes from, begins the same three headers
 * with `svix-`. An id or a timestamp that comes twice proves nothing: the next reader may use the other one.
 */
import { createHmac } from "node:crypto";
import type { StandardWebhooksAuth } from "@posthorn/contract/source-types";
import { type Evidence, headerBytes, headerValues } from "./evidence.ts";
import { isSameSecret } from "./same-secret.ts";
import { PASSED, type Verification, type VerifyAtOnce, failedHeader } from "./verification.ts";

const KEY_PREFIX = /^whsec_/;
const SPELLINGS = ["webhook-", "svix-"] as const;
const PARTS = ["id", "timestamp", "signature"] as const;
/** Other versions sign with other keys. */
const VERSION = "v1,";
const SECONDS = /^\d{1,12}$/;
const TOLERANCE_SECONDS = 300;

export function standardWebhooksVerifier({ webhook_secret_key }: StandardWebhooksAuth): VerifyAtOnce {
  const key = Buffer.from(webhook_secret_key.replace(KEY_PREFIX, ""), "base64");
  return (evidence) => {
    const [spelling, older] = SPELLINGS;
    const verification = verifySpelling(evidence, spelling, key);
    if (verification.result === "passed") return verification;
    const olderVerification = verifySpelling(evidence, older, key);
    if (olderVerification.result === "passed") return olderVerification;
    // Report the reason for the spelling that the sender used.
    return usesSpelling(evidence, spelling) || !usesSpelling(evidence, older)
      ? verification
      : olderVerification;
  };
}

function usesSpelling({ headers }: Evidence, spelling: string): boolean {
  return PARTS.some((part) => headerValues(headers, spelling + part).length > 0);
}

function verifySpelling(
  { headers, body, receivedAtMs }: Evidence,
  spelling: string,
  key: Buffer,
): Verification {
  const [id, ...otherIds] = headerValues(headers, `${spelling}id`);
  if (id === undefined) return failedHeader("MISSING", `${spelling}id`);
  if (otherIds.length > 0) return failedHeader("DUPLICATED", `${spelling}id`);
  if (id === "") return failedHeader("MALFORMED", `${spelling}id`);

  const [timestamp, ...otherTimestamps] = headerValues(headers, `${spelling}timestamp`);
  if (timestamp === undefined) return failedHeader("MISSING", `${spelling}timestamp`);
  if (otherTimestamps.length > 0) return failedHeader("DUPLICATED", `${spelling}timestamp`);
  if (!SECONDS.test(timestamp)) return failedHeader("MALFORMED", `${spelling}timestamp`);
  if (!isRecent(timestamp, receivedAtMs)) return failedHeader("STALE", `${spelling}timestamp`);

  const values = headerValues(headers, `${spelling}signature`);
  if (values.length === 0) return failedHeader("MISSING", `${spelling}signature`);
  const hmac = createHmac("sha256", key)
    .update(headerBytes(`${id}.${timestamp}.`))
    .update(body);
  const right = Buffer.from(VERSION + hmac.digest("base64"));
  // The length of a signature is no secret. Without this filter, a header full of spaces would cost as many
  // comparisons.
  const signatures = values
    .flatMap((value) => value.split(" "))
    .filter((signature) => signature.length === right.length && signature.startsWith(VERSION));
  if (signatures.some((signature) => isSameSecret(headerBytes(signature), right))) return PASSED;
  return failedHeader(signatures.length > 0 ? "DIFFERS" : "MALFORMED", `${spelling}signature`);
}

function isRecent(timestamp: string, receivedAtMs: number): boolean {
  return Math.abs(Math.floor(receivedAtMs / 1000) - Number(timestamp)) <= TOLERANCE_SECONDS;
}
