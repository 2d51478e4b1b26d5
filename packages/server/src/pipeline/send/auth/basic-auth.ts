/** How do a name and a password prove a request? As in RFC 7617. */
import type { AuthFields } from "@posthorn/contract/destination-auth";
import type { Prove } from "./authentication.ts";

export function basicCredentials(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

export function proveByBasicAuth({ username, password }: AuthFields<"BASIC_AUTH">): Prove {
  const proof = { headers: { authorization: basicCredentials(username, password) } };
  return () => proof;
}
