/**
 * Did whoever shares this key sign this message, under this id, not long ago?
 *
 * Standard Webhooks: `webhook-id`, `webhook-timestamp` and the raw body are signed together, and
 * `webhook-signature` holds one or more signatures, of which one that fits is enough. The same three headers
 * begin with `svix-` where the scheme comes from. An id or a timestamp that comes twice proves nothing: the
 * next reader may see the other one.
 */
import { createHmac } from "node:crypto";
import type { StandardWebhooksAuth } from "@posthorn/contract/source-types";
import { type Evidence, type Verify, headerBytes, headerValues } from "./evidence.ts";
import { isSameSecret } from "./same-secret.ts";

const KEY_PREFIX = /^whsec_/;
const SPELLINGS = ["webhook-", "svix-"] as const;
/** Other versions sign with other keys. */
const VERSION = "v1,";
const SECONDS = /^\d{1,12}$/;
const TOLERANCE_SECONDS = 300;

export function standardWebhooksVerifier({ webhook_secret_key }: StandardWebhooksAuth): Verify {
  const key = Buffer.from(webhook_secret_key.replace(KEY_PREFIX, ""), "base64");
  return (evidence) => SPELLINGS.some((spelling) => isSigned(evidence, spelling, key));
}

function isSigned({ headers, body, receivedAtMs }: Evidence, spelling: string, key: Buffer): boolean {
  const [id, ...otherIds] = headerValues(headers, `${spelling}id`);
  const [timestamp, ...otherTimestamps] = headerValues(headers, `${spelling}timestamp`);
  if (!id || !timestamp || otherIds.length > 0 || otherTimestamps.length > 0) return false;
  if (!isRecent(timestamp, receivedAtMs)) return false;
  const signatures = headerValues(headers, `${spelling}signature`).flatMap((value) => value.split(" "));
  if (signatures.length === 0) return false;

  const hmac = createHmac("sha256", key)
    .update(headerBytes(`${id}.${timestamp}.`))
    .update(body);
  const right = Buffer.from(VERSION + hmac.digest("base64"));
  // How long a signature is, is no secret; without this look a header full of spaces costs as many comparisons.
  return signatures.some(
    (signature) => signature.length === right.length && isSameSecret(headerBytes(signature), right),
  );
}

function isRecent(timestamp: string, receivedAtMs: number): boolean {
  if (!SECONDS.test(timestamp)) return false;
  return Math.abs(Math.floor(receivedAtMs / 1000) - Number(timestamp)) <= TOLERANCE_SECONDS;
}
