/**
 * What does a filter ask for, and what does a path of a PATCH name? RFC 7644, sections 3.4.2.2 and 3.5.2.
 *
 * Of the language of filters, directories use equality and `and`; anything else is refused by name. Names of attributes come
 * back in small letters and without the URN of their schema, because both spellings are the same attribute.
 */
import { SCIM_FILTER_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { ScimError, type ScimType } from "./scim-error.ts";

export type Literal = string | number | boolean | null;

export interface Comparison {
  /** `username`, or `emails.value` for an attribute of a part. */
  attribute: string;
  value: Literal;
}

export interface Path {
  /** In small letters. */
  attribute: string;
  /** Which of its values are meant: `emails[type eq "work"]`. Empty: all. */
  where: readonly Comparison[];
  /** The attribute of a part: `value` of `emails[type eq "work"].value`. */
  part: string | null;
}

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([[\]()])|([^\s"[\]()]+))/gy;
const URN = /^urn:[^\s"[\]()]*?:(?=[^:]*$)/i;
const NAME = /^\$?[a-z][\w$-]*$/i;
const SCHEMA = /^urn:[\w:.-]+:2\.0:\w+$/i;

/** A whole schema in the place of an attribute. */
export function isSchema(text: string): boolean {
  return SCHEMA.test(text);
}

class Tokens {
  private readonly texts: string[] = [];
  private at = 0;
  private readonly fault: ScimType;

  constructor(text: string, fault: ScimType) {
    this.fault = fault;
    if (text.length > SCIM_FILTER_MAX_CHARACTERS) throw this.wrong("is too long");
    TOKEN.lastIndex = 0;
    const whole = text.trimEnd();
    while (TOKEN.lastIndex < whole.length) {
      const from = TOKEN.lastIndex;
      const found = TOKEN.exec(whole);
      if (!found) throw this.wrong(`cannot be read from character ${from + 1} on`);
      this.texts.push(found[1] ?? found[2] ?? found[3] ?? "");
    }
  }

  wrong(problem: string): ScimError {
    return new ScimError(
      400,
      `The ${this.fault === "invalidPath" ? "path" : "filter"} ${problem}`,
      this.fault,
    );
  }

  next(): string | undefined {
    const text = this.texts[this.at];
    this.at += 1;
    return text;
  }

  /** Goes on if the next one is `text`. */
  skips(text: string): boolean {
    if (this.texts[this.at]?.toLowerCase() !== text) return false;
    this.at += 1;
    return true;
  }

  /** `value`, if `.value` follows. */
  part(): string | null {
    const text = this.texts[this.at] ?? "";
    if (!text.startsWith(".") || !NAME.test(text.slice(1))) return null;
    this.at += 1;
    return text.slice(1).toLowerCase();
  }

  get isAtEnd(): boolean {
    return this.at >= this.texts.length;
  }
}

/** `members`, or `emails.value`, from how a directory spells it. */
function attributeIn(tokens: Tokens, text: string | undefined): string {
  const bare = text === undefined || isSchema(text) ? "" : text.replace(URN, "");
  const names = bare.split(".");
  if (names.length > 2 || !names.every((name) => NAME.test(name)))
    throw tokens.wrong(`has no attribute at "${text ?? "its end"}"`);
  return bare.toLowerCase();
}

function literalIn(tokens: Tokens, text: string | undefined): Literal {
  const isText = text?.startsWith('"') === true;
  try {
    const value: unknown = JSON.parse(isText ? text : (text ?? "").toLowerCase());
    if (
      typeof value === "string" ||
      typeof value === "number" ||
      typeof value === "boolean" ||
      value === null
    )
      return value;
  } catch {
    // refused below
  }
  throw tokens.wrong(`has no value at "${text ?? "its end"}"`);
}

/** Up to the end, which `isAtEnd` reads. */
function comparisonsIn(tokens: Tokens, isAtEnd: () => boolean): Comparison[] {
  const comparisons: Comparison[] = [];
  do comparisons.push(...comparisonIn(tokens));
  while (tokens.skips("and"));
  if (!isAtEnd()) throw tokens.wrong('can have only comparisons with "eq", and "and" between them');
  return comparisons;
}

/** `emails[type eq "work"].value eq "…"` is two. */
function comparisonIn(tokens: Tokens): Comparison[] {
  const attribute = attributeIn(tokens, tokens.next());
  if (!tokens.skips("[")) return [comparedTo(tokens, attribute)];
  const inner = comparisonsIn(tokens, () => tokens.skips("]")).map((one) => ({
    attribute: `${attribute}.${one.attribute}`,
    value: one.value,
  }));
  const part = tokens.part();
  return part === null ? inner : [...inner, comparedTo(tokens, `${attribute}.${part}`)];
}

function comparedTo(tokens: Tokens, attribute: string): Comparison {
  if (!tokens.skips("eq")) throw tokens.wrong(`must compare "${attribute}" with "eq"`);
  return { attribute, value: literalIn(tokens, tokens.next()) };
}

export function comparisonsOf(filter: string): Comparison[] {
  const tokens = new Tokens(filter, "invalidFilter");
  return comparisonsIn(tokens, () => tokens.isAtEnd);
}

export function pathOf(text: string): Path {
  const tokens = new Tokens(text, "invalidPath");
  const [attribute = "", part = null] = attributeIn(tokens, tokens.next()).split(".");
  if (!tokens.skips("[")) {
    if (!tokens.isAtEnd) throw tokens.wrong("goes on where it should end");
    return { attribute, where: [], part };
  }
  const where = comparisonsIn(tokens, () => tokens.skips("]"));
  const chosen = tokens.part();
  if (!tokens.isAtEnd) throw tokens.wrong("goes on where it should end");
  return { attribute, where, part: chosen ?? part };
}
