/** How does a destination's own secret prove a request? It signs the body, as the project's secret does by default. */
import type { AuthFields } from "@posthorn/contract/destination-auth";
import type { Prove } from "./authentication.ts";
import { bodySignature } from "./signature.ts";

export function proveByCustomSignature({ key, signing_secret }: AuthFields<"CUSTOM_SIGNATURE">): Prove {
  const name = key.toLowerCase();
  // The API creates a secret if the user gives none, so it is never absent here.
  const secret = signing_secret ?? "";
  return ({ body }) => ({ headers: { [name]: bodySignature(secret, body) } });
}
