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

const PART = /\{([^{}]+)\}/;
/** Has the same bytes in UTF-8 as in a header. */
const PLAIN = /^[ -~]*$/;

export function compileTemplate(template: Template): CompiledTemplate {
  // Splitting by a pattern with a group gives texts and names in turn.
  const pieces = template.split(PART);
  const names = pieces.filter((_, at) => at % 2 === 1);
  const parts = pieces.flatMap((piece, at): Part[] => {
    if (at % 2 === 1) return [partOf(piece, template)];
    return piece === "" ? [] : [() => piece];
  });
  return {
    headers: names.filter((name) => name.startsWith("header:")).map((name) => name.slice("header:".length)),
    hasUrl: names.includes("url"),
    chunks(values) {
      const chunks: Chunk[] = [];
      for (const part of parts) {
        const chunk = part(values);
        if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) return chunk;
        const last = chunks.at(-1);
        // Each chunk is a call into the digest, so texts beside each other are one.
        if (typeof chunk === "string" && typeof last === "string") chunks[chunks.length - 1] = last + chunk;
        else chunks.push(chunk);
      }
      return chunks;
    },
  };
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
      return ({ reading }) => lineOf(reading, name);
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

/** Text that is there must be text: a field of another kind would be one that nobody signed. */
function lineOf({ field }: Reading, name: string): Chunk | Failed {
  const value = field(name);
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? `${name}\n${value}\n` : failedAt("MALFORMED", { body: name });
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
