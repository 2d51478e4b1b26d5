/**
 * What stands where in this request?
 *
 * Verifiers and challenges read all values here. It parses the query and the body when the first reader needs them, and
 * only once. Nothing that a sender writes makes it throw: a value that is missing, comes twice, is empty or too long is a
 * failure that names the spot.
 */
import type { Spot } from "@posthorn/contract/catalogue/recipe";
import { type Evidence, headerValues } from "./evidence.ts";
import { type Failed, failed } from "./verification.ts";

/** Longer than any signature or challenge, and short enough to compare. */
const VALUE_MAX_CHARACTERS = 8_192;
/** Senders that roll their keys send two or three. */
const MEMBERS_MAX = 32;
/** Whole and with its padding. Node would skip all other characters, so that many texts would stand for one value. */
export const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

/** Providers that send lists send a handful of items. */
const ITEMS_MAX = 100;

export interface Reading {
  evidence: Evidence;
  /** Every value at the spot, whole. */
  raw: (spot: Spot) => readonly string[];
  /** The field of a JSON body at this path; undefined if there is none. */
  field: (path: string) => unknown;
  /** A reading of each item of a list in the body, in which paths begin at the item. Null: there is no such list. */
  items: (path: string) => readonly Reading[] | null;
  /** The body has no such field, or has it without a value. */
  lacks: (path: string) => boolean;
  /** The body is not JSON, and so is read as a form. */
  isForm: () => boolean;
}

export function readingOf(evidence: Evidence): Reading {
  let body: { value: unknown } | undefined;
  return readingIn(evidence, () => (body ??= { value: parsedBody(evidence.body) }).value);
}

function readingIn(evidence: Evidence, body: () => unknown): Reading {
  let query: URLSearchParams | undefined;
  return {
    evidence,
    field: (path) => fieldAt(body(), path),
    raw(spot) {
      if (spot.header !== undefined) return headerValues(evidence.headers, spot.header);
      if (spot.query !== undefined)
        return (query ??= new URLSearchParams(evidence.query ?? "")).getAll(spot.query);
      const value = body();
      return value instanceof URLSearchParams ? value.getAll(spot.body) : textsAt(value, spot.body);
    },
    items(path) {
      const list = fieldAt(body(), path);
      if (!Array.isArray(list) || list.length > ITEMS_MAX) return null;
      return list.map((item: unknown) => readingIn(evidence, () => item));
    },
    lacks(path) {
      const value = body();
      const found: unknown[] = value instanceof URLSearchParams ? value.getAll(path) : [fieldAt(value, path)];
      return found.every((one) => one === undefined || one === null || one === "");
    },
    isForm: () => body() instanceof URLSearchParams,
  };
}

/** JSON, or else a form. */
function parsedBody(body: Uint8Array): unknown {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  try {
    return JSON.parse(text);
  } catch {
    return new URLSearchParams(text); // takes any text
  }
}

function fieldAt(json: unknown, path: string): unknown {
  let value = json;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

/** The text, number or truth value at a path; empty if there is none. */
export function textsAt(json: unknown, path: string): string[] {
  const value = fieldAt(json, path);
  return ["string", "number", "boolean"].includes(typeof value) ? [String(value)] : [];
}

/** The members that count at a spot: at least one, none of them empty. */
export function valuesAt({ raw }: Reading, spot: Spot): string[] | Failed {
  const [value, ...others] = raw(spot);
  if (value === undefined) return failedAt("MISSING", spot);
  if (others.length > 0) return failedAt("DUPLICATED", spot);
  if (value.length > VALUE_MAX_CHARACTERS) return failedAt("MALFORMED", spot);
  const { base64_json } = spot;
  const start = (spot.field === undefined ? "" : `${spot.field}=`) + (spot.prefix ?? "");
  const values = membersOf(value, spot)
    .map((member) => (base64_json === undefined ? member : fieldOfBase64Json(member, base64_json)))
    .map((member) => without(start, member))
    .map((member) => (spot.is_percent_encoded ? percentDecoded(member) : member))
    .filter((member) => member !== "");
  return values.length > 0 ? values : failedAt("MALFORMED", spot);
}

/** The one field of the body at this path, however long it is: it is signed as a whole. */
export function signedField({ raw }: Reading, path: string): string | Failed {
  const spot = { body: path };
  const [value, ...others] = raw(spot);
  if (value === undefined) return failedAt("MISSING", spot);
  return others.length > 0 ? failedAt("DUPLICATED", spot) : value;
}

/** The one value at a spot. The same value twice in a list counts as one. */
export function valueAt(reading: Reading, spot: Spot): string | Failed {
  const values = valuesAt(reading, spot);
  if (!Array.isArray(values)) return values;
  const [value = "", ...others] = new Set(values);
  return others.length > 0 ? failedAt("DUPLICATED", spot) : value;
}

function membersOf(value: string, { separator, index }: Spot): string[] {
  if (separator === undefined) return [value];
  const between = separator === "comma or space" ? /[, ]/ : separator;
  const members = value.split(between, MEMBERS_MAX).map((member) => member.trim());
  return index === undefined ? members : members.slice(index, index + 1);
}

/** What comes after `start`; empty if the text does not begin with it. */
function without(start: string, text: string): string {
  return text.startsWith(start) ? text.slice(start.length) : "";
}

/** Empty if the text is not encoded rightly. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** `base64` of Node reads base64url too. */
function fieldOfBase64Json(text: string, field: string): string {
  if (!BASE64.test(text) && !BASE64URL.test(text)) return "";
  try {
    return textsAt(JSON.parse(Buffer.from(text, "base64").toString()), field)[0] ?? "";
  } catch {
    return ""; // not JSON
  }
}

export function failedAt(problem: Failed["failure"]["problem"], spot: Spot): Failed {
  if (spot.header !== undefined) return failed(problem, { part: "header", name: spot.header });
  if (spot.query !== undefined) return failed(problem, { part: "query", name: spot.query });
  return failed(problem, { part: "body", name: spot.body });
}
