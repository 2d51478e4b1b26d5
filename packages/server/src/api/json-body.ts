/**
 * What does a body say?
 *
 * JSON and nothing else. Keys such as `__proto__` arrive as ordinary keys, which no schema of ours knows;
 * no body is fine where the endpoint needs none.
 */
import { ApiError } from "./api-error.ts";

export function parseJsonBody(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError("INVALID_JSON"); // the parser's wording would quote the caller's own text
  }
}
