/**
 * How is the body of a call parsed?
 *
 * Only JSON is accepted. Keys such as `__proto__` become ordinary keys, which every schema of ours
 * rejects. An empty body is fine where the endpoint needs none. A body that is nested too deeply is refused here, once
 * for all routes: schemas, the sandbox and the database read values recursively.
 */
import { jsonFault } from "../pipeline/json-fault.ts";
import { ApiError } from "./api-error.ts";

export function parseJsonBody(body: Buffer): unknown {
  const text = body.toString();
  if (text.trim() === "") return undefined;
  if (jsonFault(body) === "nested too deeply") throw new ApiError("JSON_NESTED_TOO_DEEPLY");
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError("INVALID_JSON"); // the parser's message would quote the caller's text
  }
}
