/**
 * Which bytes did the sender sign, and can no other request have the same bytes?
 *
 * Providers join what they sign, such as `{header:webhook-id}.{timestamp}.{body}`. If an id could contain `.1767225600.`,
 * one signature would count for two requests, and the second is one that the provider never sent. So a signed text must
 * have one reading. One part is free: the body, or the part that the recipe names. A reader finds the others from both
 * ends of the text, because none of them contains the mark that ends it. That mark is the text between two parts and,
 * where the next part has a form of its own, its beginning.
 *
 * Some providers put nothing between two fields. Nobody can read such a text in one way; `one-reading.test.ts` lists them.
 */
import type { Recipe, Spot } from "@posthorn/contract/catalogue/recipe";
import { failedAt } from "./reading.ts";
import {
  type Chunk,
  type CompiledTemplate,
  type Guard,
  type Piece,
  compileTemplate,
  piecesOf,
} from "./template.ts";
import { RECENT_TIMES } from "./timestamp.ts";

type SignedTextRecipe = Pick<
  Extract<Recipe, { content: string }>,
  "content" | "signature" | "timestamp" | "free_part"
>;

/** An object, or a list of objects. `{` stands in no header and no address that a provider sends. */
const JSON_BEGINS = String.raw`(?:\{|\[\s{0,32}\{)`;
const JSON_ENDS = /\}\s{0,32}(?:\]\s{0,32})?$/;
/** Longer than every mark. */
const MARK_MAX_BYTES = 64;
const LINE_BREAK = /[\r\n]/;

export function compileSignedText(recipe: SignedTextRecipe): CompiledTemplate {
  const pieces = piecesOf(recipe.content);
  return compileTemplate(recipe.content, guardsOf(pieces, recipe));
}

const AT_JSON = new RegExp(`^${JSON_BEGINS}`);

export function beginsAsJson(body: Uint8Array): boolean {
  return AT_JSON.test(beginningOf(body));
}

function guardsOf(pieces: readonly Piece[], recipe: SignedTextRecipe): Guard[] {
  const free = freePiece(pieces, recipe);
  return pieces.flatMap(({ name }, at) => {
    if (name === undefined || at === free || isKnown(name, at, pieces)) return [];
    const spot = spotOf(name) ?? recipe.signature;
    const isFine = checkOf(name, at, { pieces, free, recipe });
    return isFine === null ? [] : [(chunks) => (isFine(chunks) ? null : failedAt("MALFORMED", spot))];
  });
}

type IsFine = (chunks: readonly Chunk[]) => boolean;

/** Null: this part needs no check, or nothing marks where it ends. */
function checkOf(
  name: string,
  at: number,
  { pieces, free, recipe }: { pieces: readonly Piece[]; free: number; recipe: SignedTextRecipe },
): IsFine | null {
  if (name.startsWith("line:")) return isOneLine(at);
  if (name === "timestamp") return isWholeTime(at, recipe);
  return at < free ? endsAtItsMark(at, pieces, recipe) : beginsAtItsMark(at, pieces);
}

/** Where the part stands that may contain anything. */
function freePiece(pieces: readonly Piece[], { content, free_part }: SignedTextRecipe): number {
  const named = pieces.findIndex(({ name }) => name === (free_part ?? "body"));
  if (named < 0 && free_part !== undefined) throw new Error(`The template ${content} has no {${free_part}}`);
  return named < 0 ? pieces.findLastIndex(({ name }) => name !== undefined) : named;
}

/** The source has the value, it follows from the body, or an earlier part of the text has it too. */
function isKnown(name: string, at: number, pieces: readonly Piece[]): boolean {
  return /^(?:auth:|body-)/.test(name) || pieces.findIndex((piece) => piece.name === name) < at;
}

/** A line is its name, a line break, its text and a line break. */
function isOneLine(at: number): IsFine {
  return (chunks) => {
    const line = textOf(chunks[at]);
    return !LINE_BREAK.test(line.slice(line.indexOf("\n") + 1, -1));
  };
}

/** A time as text may have a fraction and a zone. All that can belong to the time must belong to it. */
function isWholeTime(at: number, { timestamp }: SignedTextRecipe): IsFine | null {
  if (timestamp?.unit !== "iso") return null; // always as long
  const time = new RegExp(`^${RECENT_TIMES.iso}`);
  return (chunks) => {
    const [text, ...following] = chunks.slice(at, at + 3).map(beginningOf);
    return time.exec([text, ...following].join(""))?.[0] === text;
  };
}

/** Nothing in this part could be taken for its end. */
function endsAtItsMark(at: number, pieces: readonly Piece[], { timestamp }: SignedTextRecipe): IsFine | null {
  const between = pieces[at + 1]?.text ?? "";
  const next = at + (between === "" ? 1 : 2);
  switch (pieces[next]?.name ?? "") {
    case "body":
      return isFirstJson(at, next, between);
    case "url":
      return isFirst("https?://", at, next);
    case "timestamp": {
      const time = RECENT_TIMES[timestamp?.unit ?? "s"];
      const after = pieces[next + 1]?.text ?? "";
      if (between !== "" && after !== "") return isBeforeOneTime(at, next, { between, time, after });
      return timestamp?.unit === "iso" ? isFirst(time, at, next) : null; // digits could belong to both
    }
    default:
      return between === "" ? null : (chunks) => !textOf(chunks[at]).includes(between);
  }
}

/** The next part begins where the text has this pattern for the first time. */
function isFirst(pattern: string, at: number, next: number): IsFine {
  const mark = new RegExp(pattern);
  return (chunks) => {
    const text = textOf(chunks[at]);
    return mark.exec(text + beginningOf(chunks[next]))?.index === text.length;
  };
}

/** The body is the first JSON in the text, or empty. */
function isFirstJson(at: number, next: number, between: string): IsFine {
  const mark = new RegExp(JSON_BEGINS);
  return (chunks) => {
    const before = textOf(chunks[at]) + between;
    const body = beginningOf(chunks[next]);
    return mark.exec(before + body)?.index === (body === "" ? undefined : before.length);
  };
}

/**
 * Ids with full stops and digits are common: `a.1767225600` is one. Only a whole `.1767225600.` could be the time. An id
 * that begins with a time and JSON could be the whole text of another recipe of the type.
 */
function isBeforeOneTime(
  at: number,
  next: number,
  { between, time, after }: Record<"between" | "time" | "after", string>,
): IsFine {
  const mark = new RegExp(literally(between) + time + literally(after));
  const second = new RegExp(`^${mark.source}`);
  const timeAndJson = new RegExp(String.raw`^\d{10,16}\W?${JSON_BEGINS}`);
  return (chunks) => {
    const text = textOf(chunks[at]);
    return !mark.test(text) && !timeAndJson.test(text) && !second.test(after + beginningOf(chunks[next + 2]));
  };
}

function literally(text: string): string {
  return text.replaceAll(/[^\w\s]/g, String.raw`\$&`);
}

/** The same from the end of the text. */
function beginsAtItsMark(at: number, pieces: readonly Piece[]): IsFine | null {
  const between = pieces[at - 1]?.text ?? "";
  if (between !== "") return (chunks) => !textOf(chunks[at]).includes(between);
  if (pieces[at - 1]?.name !== "body") return null;
  return (chunks) => {
    const body = textOf(chunks[at - 1]?.slice(-MARK_MAX_BYTES * 2));
    return !textOf(chunks[at]).includes("}") && (body === "" || JSON_ENDS.test(body));
  };
}

function beginningOf(chunk: Chunk = ""): string {
  return textOf(chunk.slice(0, MARK_MAX_BYTES));
}

/** One character for each byte; marks are ASCII. */
function textOf(chunk: Chunk = ""): string {
  return typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("latin1");
}

/** Where the part stands in the request, if its name says so. */
function spotOf(name: string): Spot | null {
  const [kind, spot = ""] = name.replace(/\?$/, "").split(/:(.*)/s);
  if (kind === "header") return { header: spot };
  if (kind === "query") return { query: spot };
  return kind === "body" || kind === "line" ? { body: spot } : null;
}
