/**
 * How do we report to a caller what is wrong with its input?
 *
 * Every complaint has the same form: the field's path, then the problem (`config.url is required`,
 * `rules[0] is not allowed`). A message of the contract that begins with a capital is a whole sentence and
 * stays as it is; one that begins with a small letter follows the path.
 */
import * as z from "zod/mini";
import { ApiError } from "./api-error.ts";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** zod/mini has no messages; this one appears wherever the contract gives none. */
const NO_TEXT = "Invalid input";
/** Passed to every parse, because zod's messages are global: code that loads the full zod would install its own. */
const withoutText = () => NO_TEXT;

/** `["config", "auth", 0]` → `config.auth[0]`; the path of the whole input is `root`. */
export function pathText(path: Path, root: string): string {
  const text = path.reduce<string>((sofar, step) => {
    if (typeof step === "number") return `${sofar}[${step}]`;
    return sofar === "" ? String(step) : `${sofar}.${String(step)}`;
  }, "");
  return text === "" ? root : text;
}

/** Undefined if there is none. */
export function valueAt(input: unknown, path: Path): unknown {
  let value = input;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    // The cast is safe: the line above checks that it is an own property of an object or an array.
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}

/** Ranks the branches of a union: the caller most likely meant the one whose parse got furthest. */
function telling(issues: readonly Issue[]): number {
  const [first] = issues;
  if (!first) return -1;
  const depth = first.path.length * 10;
  if (first.code === "unrecognized_keys") return depth + 8;
  if (first.message !== NO_TEXT) return depth + 6;
  if (first.code === "invalid_union") return depth + 5;
  // An empty value means "none"; a caller that sent another value did not mean that branch.
  if (first.code === "invalid_value") return first.values.includes("") ? depth : depth + 4;
  return first.code === "invalid_type" ? depth + 2 : depth + 6;
}

function* sentences(issue: Issue, parents: Path, input: unknown, root: string): Generator<string> {
  const path = [...parents, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    for (const key of issue.keys) yield `${pathText([...path, key], root)} is not allowed`;
    return;
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0 && valueAt(input, path) !== undefined) {
    const branch = issue.errors.toSorted((a, b) => telling(b) - telling(a))[0] ?? [];
    for (const inner of firstOfEachPath(branch)) yield* sentences(inner, path, input, root);
    return;
  }
  const name = pathText(path, root);
  if (issue.message !== NO_TEXT) {
    yield /^[A-Z]/.test(issue.message) ? issue.message : `${name} ${issue.message}`;
    return;
  }
  yield `${name} ${complaint(issue, valueAt(input, path))}`;
}

/** Type names where zod's word differs from the one that callers know. */
const TYPE_NAMES: Readonly<Record<string, string>> = { record: "object", int: "integer" };

function complaint(issue: Issue, value: unknown): string {
  if (value === undefined) return "is required";
  switch (issue.code) {
    case "invalid_type":
      if (issue.expected === "never") return "is not allowed";
      return `must be of type ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be one of [${issue.values.map(String).join(", ")}]`;
    case "too_big":
      return sizeComplaint(issue.origin, "less than or equal to", Number(issue.maximum));
    case "too_small":
      return issue.origin === "string" && Number(issue.minimum) === 1
        ? "is not allowed to be empty"
        : sizeComplaint(issue.origin, "larger than or equal to", Number(issue.minimum));
    case "custom":
    case "invalid_element":
    case "invalid_format":
    case "invalid_key":
    case "invalid_union":
    case "not_multiple_of":
    case "unrecognized_keys":
      return "is not valid";
  }
}

function sizeComplaint(origin: string, comparison: string, bound: number): string {
  if (origin === "string") return `length must be ${comparison} ${bound} characters long`;
  if (origin === "array") return `must contain a number of items ${comparison} ${bound}`;
  return `must be ${comparison} ${bound}`;
}

/** The first problem of each field, in the order of the fields. `root` names the input as a whole. */
function complaints(issues: readonly Issue[], input: unknown, root: string): string[] {
  return firstOfEachPath(issues).flatMap((issue) => Array.from(sentences(issue, [], input, root)));
}

/** A value that is not a list also has the wrong length; reporting one of the two is enough. */
function firstOfEachPath(issues: readonly Issue[]): Issue[] {
  const seen = new Set<string>();
  return issues.filter((issue) => {
    const path = `${issue.code === "unrecognized_keys" ? "keys" : "value"} ${JSON.stringify(issue.path)}`;
    return seen.size < seen.add(path).size;
  });
}

/** Every route refuses input through this function. */
export function invalid(...texts: [string, ...string[]]): ApiError {
  return new ApiError("UNPROCESSABLE_ENTITY", {}, { data: texts, message: texts[0] });
}

/** `message` is all that the command line shows, so it names the field. */
function messageOf(first: Issue | undefined, data: readonly string[], root: string): string | undefined {
  if (first?.code !== "unrecognized_keys") return data[0];
  return `Unknown field: ${pathText([...first.path, ...first.keys.slice(0, 1)], root)}`;
}

export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
  root: "body" | "query",
): z.output<Schema> {
  const result = z.safeParse(schema, input, { error: withoutText });
  if (result.success) return result.data;
  const data = complaints(result.error.issues, input, root);
  const message = messageOf(result.error.issues[0], data, root);
  throw new ApiError("UNPROCESSABLE_ENTITY", {}, { data, ...(message !== undefined && { message }) });
}
