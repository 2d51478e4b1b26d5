/** How does a key prove a request? In a header of the destination's choice, or in its query. */
import type { AuthFields } from "@posthorn/contract/destination-auth";
import type { Prove } from "./authentication.ts";

export function proveByApiKey({ key, api_key, to }: AuthFields<"API_KEY">): Prove {
  const proof =
    to === "query"
      ? { headers: {}, parameter: { name: key, value: api_key } }
      : { headers: { [key.toLowerCase()]: api_key } };
  return () => proof;
}
