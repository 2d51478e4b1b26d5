/**
 * Does the sender know the user name and the password?
 *
 * HTTP Basic: both in one text, so they are compared as one and nothing tells which of them was wrong.
 */
import type { BasicAuth } from "@posthorn/contract/source-types";
import { type Verify, headerValues } from "./evidence.ts";
import { isSameSecret } from "./same-secret.ts";

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;

export function basicAuthVerifier({ username, password }: BasicAuth): Verify {
  const right = Buffer.from(`${username}:${password}`);
  return ({ headers }) =>
    headerValues(headers, "authorization").some((value) => {
      const credentials = BASIC.exec(value)?.[1];
      return credentials !== undefined && isSameSecret(Buffer.from(credentials, "base64"), right);
    });
}
