/**
 * Is a text a filter on the headers, body or query of requests? If not, what does the person read?
 *
 * The contract says which values the server can look for; the address and the editor ask the same question.
 */
import { PayloadQuery } from "@posthorn/contract/payload-filters";

export type JsonPart = "headers" | "body" | "parsed_query";

const INVALID_JSON = "Invalid JSON";
const HEADERS_NO_OBJECT = "Headers must be an object";

/** Undefined if the text is a filter. */
export function jsonProblem(part: JsonPart, text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return INVALID_JSON;
  }
  if (part === "headers" && (typeof value !== "object" || value === null || Array.isArray(value)))
    return HEADERS_NO_OBJECT;
  return firstMessage(PayloadQuery[part].safeParse(text));
}

export function pathProblem(text: string): string | undefined {
  return firstMessage(PayloadQuery.path.safeParse(text));
}

type Parsed = ReturnType<(typeof PayloadQuery)["body" | "path"]["safeParse"]>;

/** A text that is too long or nests too deep. Both branches of a value's union may complain; the first counts. */
function firstMessage({ error }: Parsed): string | undefined {
  const issue = error?.issues[0];
  if (issue === undefined) return undefined;
  if (issue.code === "invalid_union") return issue.errors.flat()[0]?.message ?? issue.message;
  return issue.message;
}
