/** How does a secret of the destination's own prove a request? It signs the body, as the default does. */
import type { AuthFields } from "@posthorn/contract/destination-auth";
import type { Prove } from "./authentication.ts";
import { bodySignature } from "./signature.ts";

export function proveByCustomSignature({ key, signing_secret }: AuthFields<"CUSTOM_SIGNATURE">): Prove {
  const name = key.toLowerCase();
  // One is made when none is given, before it is sealed.
  const secret = signing_secret ?? "";
  return ({ body }) => ({ headers: { [name]: bodySignature(secret, body) } });
}
