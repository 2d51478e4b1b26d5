/**
 * What is wrong in a configuration file, in words, and in which line?
 *
 * All problems at once: `posthorn.yaml:12: sources.shop.typ is no field here. Did you mean type?`
 */
import type * as z from "zod/mini";
import { closestName } from "../arguments/closest-name.ts";
import { Failure } from "../failure.ts";
import { printable } from "../output/printable.ts";

export interface Problem {
  path: readonly PropertyKey[];
  /** Completes the path: `is required`; a text with a capital is a whole sentence. */
  text: string;
}

export type LineOf = (path: readonly PropertyKey[]) => number | null;

/** More would hide the first. */
const MOST_PROBLEMS = 20;

export function refusalOf(file: string, problems: readonly Problem[], lineOf: LineOf): Failure {
  const lines = problems.slice(0, MOST_PROBLEMS).map(({ path, text }) => {
    const line = lineOf(path);
    const whole = /^[A-Z]/.test(text) ? `${pathText(path)}: ${text}` : `${pathText(path)} ${text}`;
    return `  ${printable(`${file}${line === null ? "" : `:${line}`}: ${whole}`)}`;
  });
  const more = problems.length - lines.length;
  return new Failure(`${printable(file)} is no configuration that Posthorn can use.`, {
    why: [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join("\n"),
    todo: "Nothing was changed.",
  });
}

/** `["rules", 0, "type"]` → `rules[0].type`. */
function pathText(path: readonly PropertyKey[]): string {
  const text = path.reduce<string>((sofar, step) => {
    if (typeof step === "number") return `${sofar}[${step}]`;
    return sofar === "" ? String(step) : `${sofar}.${String(step)}`;
  }, "");
  return text === "" ? "the file" : text;
}

type Issue = z.core.$ZodIssue;

/** zod/mini has no texts; this one stands wherever the contract gives none. */
export const NO_TEXT = "Invalid input";

interface Checked {
  content: unknown;
  /** The names that the object at a path may have. */
  fieldsAt: (path: readonly PropertyKey[]) => readonly string[];
}

export function problemsOf(
  issues: readonly Issue[],
  checked: Checked,
  parents: readonly PropertyKey[] = [],
): Problem[] {
  return issues.flatMap((issue) => problemOf(issue, checked, parents));
}

function problemOf(issue: Issue, checked: Checked, parents: readonly PropertyKey[]): Problem[] {
  const { content, fieldsAt } = checked;
  const path = [...parents, ...issue.path];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: [...path, key], text: unknownText(key, fieldsAt(path)) }));
  if (issue.code === "invalid_union" && issue.errors.length > 0 && valueAt(content, path) !== undefined) {
    const [branch = []] = issue.errors.toSorted((a, b) => depthOf(b) - depthOf(a));
    return problemsOf(branch.slice(0, 1), checked, path);
  }
  if (issue.code === "invalid_key") return [{ path, text: issue.issues[0]?.message ?? "is not valid" }];
  if (issue.message !== NO_TEXT) return [{ path, text: issue.message }];
  return [{ path, text: complaint(issue, valueAt(content, path)) }];
}

function unknownText(key: string, names: readonly string[]): string {
  const close = closestName(key, names);
  const known = names.length > 0 ? ` It is one of: ${names.join(", ")}.` : "";
  return `is no field here.${close === null ? known : ` Did you mean ${close}?`}`;
}

/** The branch whose parse got furthest is the one that was meant. */
function depthOf(branch: readonly Issue[]): number {
  const [first] = branch;
  return first ? first.path.length * 2 + (first.message === NO_TEXT ? 0 : 1) : -1;
}

function valueAt(content: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, step)
        ? Reflect.get(value, step)
        : undefined,
    content,
  );
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a text",
};

function complaint(issue: Issue, value: unknown): string {
  if (value === undefined) return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case "invalid_value": {
      const names = issue.values.map(String);
      const close = typeof value === "string" ? closestName(value, names) : null;
      return close === null ? `must be one of: ${names.join(", ")}` : `is not valid. Did you mean ${close}?`;
    }
    case "too_big":
      return `must be at most ${Number(issue.maximum)}${unitOf(issue.origin)}`;
    case "too_small":
      return `must be at least ${Number(issue.minimum)}${unitOf(issue.origin)}`;
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

function unitOf(origin: string): string {
  if (origin === "string") return " characters long";
  return origin === "array" ? " items long" : "";
}
