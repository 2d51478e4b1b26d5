/** Does the sender show the key, in the header or the query parameter of that name? */
import type { ApiKeyAuth } from "@posthorn/contract/source-auth";
import { headerBytes, headerValues } from "./evidence.ts";
import { isSameSecret } from "./same-secret.ts";
import { PASSED, type VerifyAtOnce, failed, failedHeader } from "./verification.ts";

export function apiKeyVerifier({ header_key, api_key }: ApiKeyAuth): VerifyAtOnce {
  const name = header_key.toLowerCase();
  const right = Buffer.from(api_key);
  return ({ headers, query }) => {
    const inHeader = headerValues(headers, name);
    if (inHeader.some((value) => isSameSecret(headerBytes(value), right))) return PASSED;
    const inQuery = queryValues(query, name);
    if (inQuery.some((value) => isSameSecret(Buffer.from(value), right))) return PASSED;
    if (inHeader.length > 0) return failedHeader("DIFFERS", name);
    return inQuery.length > 0 ? failed("DIFFERS", { part: "query", name }) : failedHeader("MISSING", name);
  };
}

/** Ignores upper and lower case, as header names do: the user's one name is for a header or a parameter. */
function queryValues(query: string | null, name: string): string[] {
  if (query === null) return [];
  return [...new URLSearchParams(query)].flatMap(([key, value]) =>
    key.toLowerCase() === name ? [value] : [],
  );
}
