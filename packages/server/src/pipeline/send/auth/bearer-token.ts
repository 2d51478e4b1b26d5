/** How does a token prove a request? It is the destination's own token, or one from an authorization server. */
import type { Prove } from "./authentication.ts";

export function proveByBearerToken(token: string): Prove {
  const proof = { headers: { authorization: `Bearer ${token}` } };
  return () => proof;
}
