/**
 * Does the sender show this secret in its Authorization header?
 *
 * If there are several such headers, one that matches is enough.
 */
import { headerValues } from "./evidence.ts";
import { isSameSecret } from "./same-secret.ts";
import { PASSED, type VerifyAtOnce, failedHeader } from "./verification.ts";

const NAME = "authorization";

/** `read` returns the secret in a header's value, or null if the value is not of this scheme. */
export function authorizationVerifier(
  right: Uint8Array,
  read: (value: string) => Uint8Array | null,
): VerifyAtOnce {
  return ({ headers }) => {
    const values = headerValues(headers, NAME);
    if (values.length === 0) return failedHeader("MISSING", NAME);
    const shown = values.flatMap((value) => read(value) ?? []);
    if (shown.some((secret) => isSameSecret(secret, right))) return PASSED;
    return failedHeader(shown.length > 0 ? "DIFFERS" : "MALFORMED", NAME);
  };
}
