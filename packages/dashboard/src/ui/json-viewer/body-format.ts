/**
 * Is a body JSON or text?
 *
 * The content type is only the sender's claim. Many senders send JSON as text/plain or with no type at all, so we
 * try to parse those too. We report a syntax error only for a body that claims to be JSON.
 */
import { flattenJson, type JsonFault } from "./flatten.ts";
import type { FlatJson } from "./flat-json.ts";

export type ReadBody = { json: FlatJson; fault: null } | { json: null; fault: JsonFault | null };

export function readBody(text: string, contentType: string | null): ReadBody {
  const mediaType = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const claimsJson = /^[^/]+\/(?:.+\+)?json$/.test(mediaType);
  const mayBeJson =
    mediaType === "" || mediaType === "text/plain" || mediaType === "application/octet-stream";
  if (!claimsJson && !(mayBeJson && /^\s*[[{]/.test(text))) return { json: null, fault: null };
  const flattened = flattenJson(text);
  if (flattened.ok) return { json: flattened.json, fault: null };
  return { json: null, fault: claimsJson ? flattened.fault : null };
}
