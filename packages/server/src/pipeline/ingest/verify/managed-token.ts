/** Does the sender show the token of this managed source, as `Authorization: Bearer <token>`? */
import type { ManagedAuth } from "@posthorn/contract/source-auth";
import { authorizationVerifier } from "./authorization.ts";
import { headerBytes } from "./evidence.ts";
import type { VerifyAtOnce } from "./verification.ts";

const BEARER = /^bearer +(\S+) *$/i;

export function managedTokenVerifier({ token }: ManagedAuth): VerifyAtOnce {
  return authorizationVerifier(Buffer.from(token), (value) => {
    const given = BEARER.exec(value)?.[1];
    return given === undefined ? null : headerBytes(given);
  });
}
