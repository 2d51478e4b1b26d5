/** Does the sender show the token of this managed source? As `Authorization: Bearer <token>`. */
import type { ManagedAuth } from "@posthorn/contract/source-types";
import { type Verify, headerBytes, headerValues } from "./evidence.ts";
import { isSameSecret } from "./same-secret.ts";

const BEARER = /^bearer +(\S+) *$/i;

export function managedTokenVerifier({ token }: ManagedAuth): Verify {
  const right = Buffer.from(token);
  return ({ headers }) =>
    headerValues(headers, "authorization").some((value) => {
      const given = BEARER.exec(value)?.[1];
      return given !== undefined && isSameSecret(headerBytes(given), right);
    });
}
