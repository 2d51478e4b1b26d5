/**
 * Which bytes does a template of the catalogue stand for, in this request?
 *
 * `catalogue/recipe.ts` lists the parts. A template with any other part is a mistake in the catalogue and throws when it
 * is compiled, which a test does with every one of them.
 */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Spot, Template } from "@posthorn/contract/catalogue/recipe";
import { addressesOf } from "./addresses.ts";
import { headerBytes } from "./evidence.ts";
import { rawMember } from "./raw-member.ts";
import { type Reading, failedAt, signedField, valueAt } from "./reading.ts";
import type { Failed } from "./verification.ts";

/** The fields of a source's configuration, opened and checked. */
export type Auth = Readonly<Record<string, string>>;
/** A string stands for its bytes in UTF-8. */
export type Chunk = string | Uint8Array;

export interface TemplateValues {
  reading: Reading;
  auth: Auth;
  /** One of the addresses that the sender may have used. */
  url?: string;
  timestamp?: string;
  nonce?: string;
  /** Names of headers, with spaces between them. */
  headerNames?: string;
  computed?: string;
}

type Part = (values: TemplateValues) => Chunk | Failed;

export interface CompiledTemplate {
  chunks: (values: TemplateValues) => Chunk[] | Failed;
  /** The headers that it names. */
  headers: readonly string[];
  hasUrl: boolean;
}

/** Text that stands in the template, or the name of a part. */
export type Piece = { text: string; name?: undefined } | { name: string; text?: undefined };

/** What the values of a template must be, beside what each part says: one chunk for each piece. Null: they are fine. */
export type Guard = (chunks: readonly Chunk[]) => Failed | null;

const PART = /\{([^{}]+)\}/;
/** Has the same bytes in UTF-8 as in a header. */
const PLAIN = /^[ -~]*$/;

export function piecesOf(template: Template): Piece[] {
  // Splitting by a pattern with a group gives texts and names in turn.
  return template.split(PART).flatMap((piece, at): Piece[] => {
    if (at % 2 === 1) return [{ name: piece }];
    return piece === "" ? [] : [{ text: piece }];
  });
}

export function compileTemplate(template: Template, guards: readonly Guard[] = []): CompiledTemplate {
  const pieces = piecesOf(template);
  const names = pieces.flatMap(({ name }) => name ?? []);
  const parts = pieces.map(({ name, text }): Part =>
    name === undefined ? () => text : partOf(name, template),
  );
  return {
    headers: names.filter((name) => name.startsWith("header:")).map((name) => name.slice("header:".length)),
    hasUrl: names.includes("url"),
    chunks(values) {
      const chunks: Chunk[] = [];
      for (const part of parts) {
        const chunk = part(values);
        if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) return chunk;
        chunks.push(chunk);
      }
      for (const guard of guards) {
        const failure = guard(chunks);
        if (failure) return failure;
      }
      return joined(chunks);
    },
  };
}

/** Each chunk is a call into the digest, so texts beside each other are one. */
function joined(chunks: readonly Chunk[]): Chunk[] {
  const merged: Chunk[] = [];
  for (const chunk of chunks) {
    const last = merged.at(-1);
    if (typeof chunk === "string" && typeof last === "string") merged[merged.length - 1] = last + chunk;
    else merged.push(chunk);
  }
  return merged;
}

/** The text of a template, for the reply to a challenge. */
export function textOf(template: CompiledTemplate, values: TemplateValues): string | Failed {
  const chunks = template.chunks(values);
  return Array.isArray(chunks) ? chunks.map((chunk) => Buffer.from(chunk).toString()).join("") : chunks;
}

function partOf(part: string, template: Template): Part {
  const [kind = "", name = ""] = part.split(/:(.*)/s);
  switch (kind) {
    case "body":
      return name === "" ? ({ reading }) => reading.evidence.body : fieldPart(name);
    case "php-json":
      return phpJsonPart(name);
    case "raw":
      return ({ reading }) => rawMember(reading.evidence.body, name) ?? failedAt("MALFORMED", { body: name });
    case "query":
      return spotPart({ query: name });
    case "header": {
      const read = spotPart({ header: name });
      return (values) => {
        const value = read(values);
        return typeof value === "string" && !PLAIN.test(value) ? headerBytes(value) : value;
      };
    }
    case "auth":
      return ({ auth }) => auth[name] ?? "";
    case "timestamp":
      return ({ timestamp = "" }) => timestamp;
    case "nonce":
      return ({ nonce = "" }) => nonce;
    case "url":
      return ({ url = "" }) => url;
    case "path":
      return ({ reading }) => reading.evidence.url.replace(ORIGIN, "");
    case "endpoint":
      return ({ reading }) => addressesOf(reading.evidence).at(-1)?.split("?")[0] ?? "";
    case "method":
      return ({ reading }) => reading.evidence.method;
    case "form":
      return sortedForm;
    case "body-sha256":
      return ({ reading }) => createHash("sha256").update(reading.evidence.body).digest("hex");
    case "body-base64url":
      return ({ reading }) => Buffer.from(reading.evidence.body).toString("base64url");
    case "body-crc32":
      return ({ reading }) => String(crc32(reading.evidence.body));
    case "line":
      return linePart(name);
    case "header-names":
      return ({ headerNames = "" }) => headerNames;
    case "named-headers":
      return namedHeaders;
    case "computed":
      return ({ computed = "" }) => computed;
    default:
      throw new Error(`The template ${template} has an unknown part {${part}}`);
  }
}

const ORIGIN = /^https?:\/\/[^/?#]*/;

/** `name?` is empty if the body has no such field. One that is there and no text, such as an object, is a failure. */
function fieldPart(name: string): Part {
  if (!name.endsWith("?")) return ({ reading }) => signedField(reading, name);
  const path = name.slice(0, -1);
  return ({ reading }) => (reading.lacks(path) ? "" : signedField(reading, path));
}

/** What `json_encode` of PHP writes without any flags. */
function phpJsonPart(path: string): Part {
  return ({ reading }) => {
    const value = reading.field(path);
    if (value === undefined) return failedAt("MISSING", { body: path });
    try {
      return JSON.stringify(value)
        .replaceAll("/", "\\/")
        .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
    } catch {
      return failedAt("MALFORMED", { body: path }); // nested too deeply to be written again
    }
  };
}

function spotPart(spot: Spot): Part {
  return ({ reading }) => valueAt(reading, spot);
}

/** `name?` is nothing if the body has no such field. A field of another kind than text would be one that nobody signed. */
function linePart(name: string): Part {
  const body = name.replace(/\?$/, "");
  return ({ reading }) => {
    const value = reading.field(body) ?? null;
    if (value === null) return body === name ? failedAt("MISSING", { body }) : "";
    return typeof value === "string" ? `${body}\n${value}\n` : failedAt("MALFORMED", { body });
  };
}

const NAMED_HEADERS_MAX = 32;

/** A header that is not there counts as empty. */
function namedHeaders({ reading, headerNames = "" }: TemplateValues): Chunk | Failed {
  const values: string[] = [];
  for (const name of headerNames.split(" ", NAMED_HEADERS_MAX)) {
    const header = name.toLowerCase();
    const [value = "", ...others] = reading.raw({ header });
    if (others.length > 0) return failedAt("DUPLICATED", { header });
    values.push(value);
  }
  return headerBytes(values.join("."));
}

const CONTENT_TYPE: Spot = { header: "content-type" };
const FORM = /^application\/x-www-form-urlencoded *(;|$)/i;

/** Names in the order of their UTF-16 units, each followed by its values; equal values count once. */
function sortedForm({ reading }: TemplateValues): Chunk | Failed {
  const { body } = reading.evidence;
  if (body.length === 0) return "";
  if (!reading.raw(CONTENT_TYPE).some((type) => FORM.test(type))) return failedAt("MALFORMED", CONTENT_TYPE);
  const fields = new URLSearchParams(Buffer.from(body).toString());
  return [...new Set(fields.keys())]
    .toSorted()
    .map((name) =>
      [...new Set(fields.getAll(name))]
        .toSorted()
        .map((value) => name + value)
        .join(""),
    )
    .join("");
}
