/**
 * Which parts of a child's answer may the server trust?
 *
 * None before it has checked them: user code ran where the answer was written. An answer that is not exactly a request
 * that HTTP can carry becomes a failure with a sentence.
 */
import { CONSOLE_TYPES, LOG_LEVELS, type LogLevel } from "@posthorn/contract/causes";
import { REQUEST_BODY_MAX_BYTES } from "@posthorn/contract/limits";
import { GLOBALS_OF_ELSEWHERE, NOTHING_FROM_ELSEWHERE } from "@posthorn/contract/transformation-api";
import { CONSOLE_LINE_MAX_CHARACTERS, CONSOLE_MAX_COUNT, RETURNED_HEAD_MAX_CHARACTERS } from "./limits.ts";
import type { RunHead } from "./realm.ts";
import type {
  CodePosition,
  ConsoleLine,
  TransformationRun,
  TransformedRequest,
} from "./transformation-run.ts";

/** The expected fields, with values of any type. */
type UncheckedHead = Partial<Record<keyof RunHead, unknown>>;

const FAILURE_MAX_CHARACTERS = 2000;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// oxlint-disable-next-line no-control-regex -- these are the very characters that must not pass
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const CONTENT_TYPE = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+\s*(?:;.*)?$/i;
/** Characters that a request line can carry and that do not end a path or query. All others must be percent-encoded. */
const PATH = /^\/[\x21\x22\x24-\x3e\x40-\x7e\x80-\xff]*$/;
const QUERY = /^[\x21\x22\x24-\x7e\x80-\xff]*$/;

const ELSEWHERE = new RegExp(`^ReferenceError: (?:${GLOBALS_OF_ELSEWHERE.join("|")}) is not defined`);

export function failedRun(
  failure: string,
  console: ConsoleLine[] = [],
  position: CodePosition | null = null,
): TransformationRun {
  const hint = ELSEWHERE.test(failure) ? `. ${NOTHING_FROM_ELSEWHERE}` : "";
  const sentence = failure.slice(0, FAILURE_MAX_CHARACTERS) + hint;
  return { failure: sentence, position, console, log_level: "fatal" };
}

/** `text` has the form that realm.ts describes, unless the user code has changed it. */
export function checkedRun(text: string): TransformationRun {
  const end = text.indexOf("\n");
  const head = headIn(text.slice(0, end));
  if (head === null) return failedRun("The code changed how its result is written, so there is none");
  const console = consoleIn(head.console);
  if (typeof head.failure === "string") return failedRun(head.failure, console, positionIn(head));
  const body = head.has_body === true ? text.slice(end + 1) : null;
  const request = requestIn(head, body);
  if (typeof request === "string") return failedRun(request, console);
  return { request, console, log_level: levelIn(head.log_level) };
}

function headIn(json: string): UncheckedHead | null {
  try {
    const head: unknown = JSON.parse(json);
    return isRecord(head) ? head : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function consoleIn(given: unknown): ConsoleLine[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, CONSOLE_MAX_COUNT + 1).flatMap((line: unknown) => {
    const type = isRecord(line) && CONSOLE_TYPES.find((known) => known === line["type"]);
    if (!type || typeof line["message"] !== "string") return [];
    return [{ type, message: line["message"].slice(0, CONSOLE_LINE_MAX_CHARACTERS + 20) }];
  });
}

function positionIn({ line, column }: UncheckedHead): CodePosition | null {
  return isCount(line) && isCount(column) ? { line, column } : null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function levelIn(given: unknown): Exclude<LogLevel, "fatal"> {
  return LOG_LEVELS.filter((level) => level !== "fatal").find((level) => level === given) ?? "info";
}

/** Returns the request, or a sentence that says what is wrong with it. */
function requestIn(head: UncheckedHead, body: string | null): TransformedRequest | string {
  const { headers, path, query } = head;
  if (!isRecord(headers) || typeof path !== "string" || typeof query !== "string") {
    return "The handler must return a request object with headers, body, query and path";
  }
  let characters = path.length + query.length;
  const fields: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name))
      return `The returned header name ${quoted(name)} is not one that HTTP can carry`;
    if (typeof value !== "string" || !HEADER_VALUE.test(value)) {
      return `The value of the returned header ${quoted(name)} has characters that HTTP cannot carry`;
    }
    characters += name.length + value.length;
    fields.push([name.toLowerCase(), value]);
  }
  if (characters > RETURNED_HEAD_MAX_CHARACTERS) {
    return `The returned headers, path and query are larger than ${RETURNED_HEAD_MAX_CHARACTERS} characters`;
  }
  const request = { headers: Object.fromEntries(fields), path, query, body };
  const contentType = Object.hasOwn(request.headers, "content-type")
    ? request.headers["content-type"]
    : undefined;
  if (contentType === undefined ? body !== null && body !== "" : !CONTENT_TYPE.test(contentType.trim())) {
    return "The handler must return a request object with a valid content-type header";
  }
  if (!PATH.test(path)) {
    return `The returned path ${quoted(path)} must begin with "/" and have no "?", "#", spaces or control characters`;
  }
  if (!QUERY.test(query)) {
    return `The returned query ${quoted(query)} must have no "#", spaces or control characters; percent-encode them`;
  }
  if (
    body !== null &&
    (body.length > REQUEST_BODY_MAX_BYTES || Buffer.byteLength(body) > REQUEST_BODY_MAX_BYTES)
  ) {
    return `The returned body is larger than ${REQUEST_BODY_MAX_BYTES} bytes`;
  }
  return request;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
