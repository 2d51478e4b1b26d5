/** How does a token prove a request? The destination's own, or one that was given for a grant. */
import type { Prove } from "./authentication.ts";

export function proveByBearerToken(token: string): Prove {
  const proof = { headers: { authorization: `Bearer ${token}` } };
  return () => proof;
}
