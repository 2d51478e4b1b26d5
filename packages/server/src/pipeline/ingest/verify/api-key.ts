/** Does the sender show the key, in the header or the query parameter of that name? */
import type { ApiKeyAuth } from "@posthorn/contract/source-types";
import { type Verify, headerBytes, headerValues } from "./evidence.ts";
import { isSameSecret } from "./same-secret.ts";

export function apiKeyVerifier({ header_key, api_key }: ApiKeyAuth): Verify {
  const name = header_key.toLowerCase();
  const right = Buffer.from(api_key);
  return ({ headers, query }) =>
    headerValues(headers, name).some((value) => isSameSecret(headerBytes(value), right)) ||
    queryValues(query, name).some((value) => isSameSecret(Buffer.from(value), right));
}

/** Parameter names tell upper from lower case, header names do not; a user names the one or the other. */
function queryValues(query: string | null, name: string): string[] {
  if (query === null) return [];
  return [...new URLSearchParams(query)].flatMap(([key, value]) =>
    key.toLowerCase() === name ? [value] : [],
  );
}
