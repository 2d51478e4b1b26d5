/**
 * What is in the body of a directory's call?
 *
 * Names of attributes have no fixed case, and may carry the URN of their schema. What we do not keep, such as a manager or a
 * phone number, is not read: a directory sends all that it has.
 */
import { DIRECTORY_TEXT_MAX_CHARACTERS, SCIM_OPERATIONS_MAX } from "@posthorn/contract/limits";
import { invalidValue, ScimError } from "./scim-error.ts";
import { isSchema, type Path, pathOf } from "./scim-path.ts";

const PATCH_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
/** PostgreSQL has no such character. */
const NULL_CHARACTER = "\u0000";

export type Attributes = ReadonlyMap<string, unknown>;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** By their names in small letters. */
export function attributesOf(value: Readonly<Record<string, unknown>>): Attributes {
  return new Map(Object.entries(value).map(([name, inner]) => [name.toLowerCase(), inner]));
}

export function bodyOf(body: unknown): Attributes {
  if (!isObject(body)) throw new ScimError(400, "The body must be a JSON object", "invalidSyntax");
  return attributesOf(body);
}

/** Undefined stays undefined; null and an empty text are null. */
export function textOf(name: string, value: unknown): string | null | undefined {
  if (value === undefined || value === null) return value;
  if (typeof value !== "string") throw invalidValue(`${name} must be a text`);
  const text = value.trim().toWellFormed();
  if (text.includes(NULL_CHARACTER)) throw invalidValue(`${name} may not contain a null character`);
  if (text.length > DIRECTORY_TEXT_MAX_CHARACTERS)
    throw invalidValue(`${name} must have at most ${DIRECTORY_TEXT_MAX_CHARACTERS} characters`);
  return text === "" ? null : text;
}

export function requiredText(name: string, value: unknown): string {
  const text = textOf(name, value);
  if (text === undefined || text === null) throw invalidValue(`${name} is required`);
  return text;
}

/** Entra ID has sent "False" for years. */
export function flagOf(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  const text = typeof value === "string" ? value.toLowerCase() : "";
  if (text === "true" || text === "false") return text === "true";
  throw invalidValue(`${name} must be true or false`);
}

export interface Operation {
  op: "add" | "remove" | "replace";
  path: Path;
  /** Undefined: none was sent. */
  value: unknown;
}

/**
 * The operations of a PATCH, each with a path: one without a path has an object whose names are paths. Whole schemas are
 * extensions, of which we keep nothing.
 */
export function operationsOf(body: unknown): Operation[] {
  const sent = bodyOf(body);
  const schemas = sent.get("schemas");
  if (!Array.isArray(schemas) || !schemas.includes(PATCH_SCHEMA))
    throw new ScimError(400, `schemas must name ${PATCH_SCHEMA}`, "invalidSyntax");
  const list = sent.get("operations");
  if (!Array.isArray(list) || list.length === 0)
    throw new ScimError(400, "Operations must be a list with an operation in it", "invalidSyntax");
  if (list.length > SCIM_OPERATIONS_MAX)
    throw new ScimError(400, `Send at most ${SCIM_OPERATIONS_MAX} operations at a time`, "tooMany");
  return list.flatMap(operationsIn);
}

function operationsIn(one: unknown): Operation[] {
  const sent = bodyOf(one);
  const named = sent.get("op");
  const op = typeof named === "string" ? named.toLowerCase() : "";
  if (op !== "add" && op !== "remove" && op !== "replace")
    throw new ScimError(400, 'op must be "add", "remove" or "replace"', "invalidSyntax");
  const path = sent.get("path");
  const value = sent.get("value");
  if (path !== undefined && path !== null && path !== "") {
    if (typeof path !== "string") throw new ScimError(400, "path must be a text", "invalidPath");
    return isSchema(path) ? [] : [{ op, path: pathOf(path), value }];
  }
  if (op === "remove") throw new ScimError(400, "An operation that removes needs a path", "noTarget");
  if (!isObject(value))
    throw new ScimError(400, "An operation without a path needs an object as its value", "invalidSyntax");
  return Object.entries(value).flatMap(([name, inner]) =>
    isSchema(name) ? [] : [{ op, path: pathOf(name), value: inner }],
  );
}
