/**
 * Was exactly this body signed with the shared secret?
 *
 * The signature is the HMAC of the raw body, in a header of the user's choice. If there are several headers of that
 * name, as while a secret is being rolled, one that matches is enough.
 */
import type { HmacAuth } from "@posthorn/contract/source-auth";
import { digestOf } from "./digest.ts";
import { headerBytes, headerValues } from "./evidence.ts";
import { isSameSignature } from "./same-secret.ts";
import { PASSED, type VerifyAtOnce, failedHeader } from "./verification.ts";

/** `sha256=…` and similar. Matches only names of algorithms, because base64 itself may end in an equals sign. */
const ALGORITHM_PREFIX = /^(?:hmac-?)?(?:sha-?1|sha-?256|sha-?512|md5)=/i;
const PADDING = /={1,2}$/;

export function hmacVerifier({
  algorithm,
  encoding,
  header_key,
  webhook_secret_key,
}: HmacAuth): VerifyAtOnce {
  const name = header_key.toLowerCase();
  const digest = digestOf(algorithm, encoding, Buffer.from(webhook_secret_key));
  const spelled = (signature: string) =>
    encoding === "hex" ? signature.toLowerCase() : signature.replace(PADDING, "");

  return ({ headers, body }) => {
    const values = headerValues(headers, name);
    if (values.length === 0) return failedHeader("MISSING", name);
    const right = Buffer.from(spelled(digest.of([body])));
    const signatures = values.map((value) => headerBytes(spelled(value.replace(ALGORITHM_PREFIX, ""))));
    if (signatures.some((signature) => isSameSignature(signature, right))) return PASSED;
    const isWellFormed = signatures.some((signature) => signature.length === right.length);
    return failedHeader(isWellFormed ? "DIFFERS" : "MALFORMED", name);
  };
}
