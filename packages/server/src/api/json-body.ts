/**
 * How is the body of a call parsed?
 *
 * Only JSON is accepted. Keys such as `__proto__` become ordinary keys, which every schema of ours
 * rejects. An empty body is fine where the endpoint needs none.
 */
import { ApiError } from "./api-error.ts";

export function parseJsonBody(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError("INVALID_JSON"); // the parser's message would quote the caller's text
  }
}
