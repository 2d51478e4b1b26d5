/**
 * Is a text a filter on the headers, body, query or path of requests? If not, what does the person read?
 *
 * The contract says which values the server can look for; the address and the editor ask the same question.
 */
import {
  FILTER_IS_COMPLEX,
  FILTER_IS_NOT_TEXT,
  isShortEnough,
  isSimpleEnough,
  isStorable,
  parsedJson,
} from "@posthorn/contract/payload-values";

export type JsonPart = "headers" | "body" | "parsed_query";

const INVALID_JSON = "Invalid JSON";
const HEADERS_NO_OBJECT = "Headers must be an object";

/** Undefined if the text is a filter. */
export function jsonProblem(part: JsonPart, text: string): string | undefined {
  const value = parsedJson(text);
  if (value === undefined) return INVALID_JSON;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (part === "headers" && !isObject) return HEADERS_NO_OBJECT;
  if (!isShortEnough(text) || !isSimpleEnough(value)) return FILTER_IS_COMPLEX;
  return isStorable(value) ? undefined : FILTER_IS_NOT_TEXT;
}

export function pathProblem(text: string): string | undefined {
  return isShortEnough(text) ? undefined : FILTER_IS_COMPLEX;
}
