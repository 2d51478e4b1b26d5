/**
 * Does the sender know the user name and the password?
 *
 * HTTP Basic: both are in one text and are compared as one, so the answer does not reveal which of them was wrong.
 */
import type { BasicAuth } from "@posthorn/contract/source-auth";
import { authorizationVerifier } from "./authorization.ts";
import type { VerifyAtOnce } from "./verification.ts";

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;

export function basicAuthVerifier({ username, password }: BasicAuth): VerifyAtOnce {
  return authorizationVerifier(Buffer.from(`${username}:${password}`), (value) => {
    const credentials = BASIC.exec(value)?.[1];
    return credentials === undefined ? null : Buffer.from(credentials, "base64");
  });
}
