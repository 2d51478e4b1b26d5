/**
 * How should a body be read: as JSON or as text?
 *
 * The content type is what the sender claims. Many send JSON as text/plain or with no type at all, so
 * those are tried; only a body that claims to be JSON is told where it is broken.
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
