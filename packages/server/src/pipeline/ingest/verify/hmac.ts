/**
 * Did whoever shares this secret sign exactly these bytes?
 *
 * The signature is the HMAC of the raw body, in a header of the user's choice. Where several headers of
 * that name come, as while a secret is being rolled, one that fits is enough.
 */
import { createHmac } from "node:crypto";
import type { HmacAuth } from "@posthorn/contract/source-types";
import { type Verify, headerBytes, headerValues } from "./evidence.ts";
import { isSameSecret } from "./same-secret.ts";

/** `sha256=…` and its relatives. Only names of algorithms: base64 may end in an equals sign by itself. */
const ALGORITHM_PREFIX = /^(?:hmac-?)?(?:sha-?1|sha-?256|sha-?512|md5)=/i;
const PADDING = /={1,2}$/;

export function hmacVerifier({ algorithm, encoding, header_key, webhook_secret_key }: HmacAuth): Verify {
  const name = header_key.toLowerCase();
  const spelled = (signature: string) =>
    encoding === "hex" ? signature.toLowerCase() : signature.replace(PADDING, "");

  return ({ headers, body }) => {
    const signatures = headerValues(headers, name);
    if (signatures.length === 0) return false;
    const right = Buffer.from(
      spelled(createHmac(algorithm, webhook_secret_key).update(body).digest(encoding)),
    );
    return signatures.some((signature) =>
      isSameSecret(headerBytes(spelled(signature.replace(ALGORITHM_PREFIX, ""))), right),
    );
  };
}
