/**
 * Which payloads may match a filter, as far as SQL can decide?
 *
 * SQL decides `search_term` and `path`. For value filters SQL can only look for a few words, so
 * its results are candidates, and search/fitting-payloads.ts decides. Bodies are bytes and are
 * compared as bytes; a search term ignores the case of ASCII letters.
 *
 * Reading bodies is expensive, so the cheap check comes first. If a term has enough characters without case, a byte
 * pattern of those is tried, and only a matching body is converted to text.
 *
 * PostgreSQL obeys no deadline while it compares one value with one pattern, and a long term that almost matches
 * everywhere, such as zeros in zeros, takes it seconds for each megabyte. So longer bodies are compared in slices.
 */
import { LARGE_PAYLOAD_BYTES } from "@posthorn/contract/limits";
import type { JsonValue, PayloadFilters, ValueFilter } from "@posthorn/contract/payload-filters";
import type { Conditions } from "./conditions.ts";

const isLetter = (character: string) => /^[a-z]$/i.test(character);

/** `%` and `_` are ordinary characters in what a person types. */
function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

function likeBytes(text: string): Buffer {
  return Buffer.concat([Buffer.from("%"), Buffer.from(likeText(text)), Buffer.from("%")]);
}

/** Writes bytes as PostgreSQL's `encode(…, 'escape')` does. */
function escapedBytes(text: string): string {
  return Array.from(Buffer.from(text), (byte) => {
    if (byte === 0x5c) return String.raw`\\`;
    return byte < 0x80 ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
  }).join("");
}

function asciiOnly(json: string): string {
  return json.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** How a sender may have written a text in JSON: plain, with the required escapes, or with all possible escapes. */
export function jsonSpellings(text: string): string[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  const withSlashes = escaped.replaceAll("/", String.raw`\/`);
  return [...new Set([text, escaped, withSlashes, asciiOnly(escaped), asciiOnly(withSlashes)])];
}

/** How a text may be written in a query string. */
export function querySpellings(text: string): string[] {
  if (!text.isWellFormed()) return [text];
  const encoded = encodeURIComponent(text);
  return [...new Set([text, encoded, encoded.replaceAll("%20", "+"), text.replaceAll(" ", "+")])];
}

/** With fewer characters without case, the extra check is not worth it. */
const ENOUGH_CASELESS = 3;

/** Returns null when the text is nearly all letters; an underscore matches any one byte. */
export function caselessPattern(text: string): Buffer | null {
  const characters = Array.from(text);
  if (characters.filter((character) => !isLetter(character)).length < ENOUGH_CASELESS) return null;
  const pattern = characters.map((character) => (isLetter(character) ? "_" : likeText(character)));
  return Buffer.from(`%${pattern.join("")}%`);
}

/**
 * How many times one comparison may compare two bytes: some 50 ms. Then the database looks whether the deadline has passed.
 * For a term of 20 letters a slice is 400 kB long, so that only very few bodies have more than one.
 */
const COMPARED_AT_MOST = 8 * 1024 * 1024;

/** SQL over the bytes that `part` names. */
type Test = (part: string) => string;

/** Whether the test holds for a part of the body. Slices overlap, so that none cuts what the longest of the texts finds. */
function somewhereInBody(texts: readonly string[], test: Test): string {
  const overlap = Math.max(...texts.map((text) => Buffer.byteLength(text)));
  const step = Math.ceil(COMPARED_AT_MOST / overlap);
  // The body is unpacked once. Without `offset 0`, the planner would unpack it for each slice.
  return `case when octet_length(data.body) <= ${step} then ${test("data.body")} else exists (
      select from (select data.body || ''::bytea as bytes offset 0) as whole
      cross join generate_series(1, octet_length(whole.bytes), ${step}) as start
      cross join lateral (
        select substring(whole.bytes from start for ${step + overlap}) as bytes offset 0) as slice
      where ${test("slice.bytes")}) end`;
}

function bytesContain(conditions: Conditions, text: string): Test {
  const like = (pattern: Buffer): Test => {
    const bound = conditions.bind(pattern);
    return (part) => `${part} like ${bound}::bytea`;
  };
  if (!/[a-z]/i.test(text)) return like(likeBytes(text));
  const pattern = conditions.bind(`%${likeText(escapedBytes(text))}%`);
  const asText: Test = (part) => `encode(${part}, 'escape') collate "C" ilike ${pattern}::text`;
  const caseless = caselessPattern(text);
  if (!caseless) return asText;
  const mayContain = like(caseless);
  return (part) => `(${mayContain(part)} and ${asText(part)})`;
}

function bodyContains(conditions: Conditions, spellings: readonly string[]): string {
  const tests = spellings.map((text) => bytesContain(conditions, text));
  return somewhereInBody(spellings, (part) => tests.map((test) => test(part)).join(" or "));
}

function textContains(conditions: Conditions, column: string, spellings: readonly string[]): string {
  const likes = spellings.map(
    (text) => `data.${column} collate "C" ilike ${conditions.bind(`%${likeText(text)}%`)}::text`,
  );
  return `(${likes.join(" or ")})`;
}

function mentions(conditions: Conditions, term: string): string {
  const places = [
    bodyContains(conditions, jsonSpellings(term)),
    textContains(conditions, "headers", jsonSpellings(term)),
    textContains(conditions, "path", querySpellings(term)),
    textContains(conditions, "query", querySpellings(term)),
  ];
  return places.join(" or ");
}

/** The names and texts that must occur in the payload. Numbers are left out: they can be written in many ways. */
function* textsIn(value: JsonValue, isText: boolean): Generator<string> {
  if (typeof value === "string") {
    const mayBeOther = isText && /^(?:-?\d|true$|false$|null$)/.test(value);
    if (!mayBeOther) yield value;
  } else if (Array.isArray(value)) {
    for (const item of value) yield* textsIn(item, isText);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      yield name;
      yield* textsIn(item, isText);
    }
  }
}

const WORDS_AT_MOST = 3;
const SHORTEST_WORD = 2;

/** The longest words, which every spelling leaves unchanged, except one that escapes even plain letters. */
export function wordsIn({ value, isText }: ValueFilter): string[] {
  const words = new Set<string>();
  for (const text of textsIn(value, isText)) {
    const [longest] = (text.match(/[\w-]+/g) ?? []).toSorted((a, b) => b.length - a.length);
    if (longest !== undefined && longest.length >= SHORTEST_WORD) words.add(longest);
  }
  return [...words].toSorted((a, b) => b.length - a.length).slice(0, WORDS_AT_MOST);
}

function maybeInBody(conditions: Conditions, filter: ValueFilter): string {
  const words = wordsIn(filter);
  if (words.length === 0) return "data.body is not null";
  const all = words.map((word) => {
    const pattern = conditions.bind(likeBytes(word));
    return somewhereInBody([word], (part) => `${part} like ${pattern}::bytea`);
  });
  // Where plain letters may be escaped or compressed, only reading the body can decide.
  return `(${all.join(" and ")}) or data.body like '%\\\\\\\\u00%'::bytea or data.headers ilike '%form-urlencoded%' or data.headers ilike '%content-encoding%'`;
}

function maybeInHeaders(conditions: Conditions, filter: ValueFilter): string {
  const words = wordsIn(filter).map((word) => textContains(conditions, "headers", [word]));
  return words.length > 0 ? words.join(" and ") : "true";
}

function maybeInQuery(conditions: Conditions, filter: ValueFilter): string {
  const words = wordsIn(filter).map((word) => textContains(conditions, "query", [word]));
  return words.length > 0 ? `(${words.join(" and ")}) or data.query like '%\\%%'` : "true";
}

/** False for an empty filter, which matches every row, including rows whose payload has been removed. */
export function asksForPayload(filters: PayloadFilters): boolean {
  const { search_term, headers, body, parsed_query, path } = filters;
  return [search_term, headers, body, parsed_query, path].some((filter) => filter !== undefined);
}

/** Adds "this payload may match"; `teamColumn` and `idColumn` are our own SQL. */
export function wherePayload(
  conditions: Conditions,
  { teamColumn, idColumn }: { teamColumn: string; idColumn: string },
  filters: PayloadFilters,
): void {
  if (!asksForPayload(filters)) return;
  const { search_term, headers, body, parsed_query, path } = filters;
  const asked = [`coalesce(octet_length(data.body), 0) <= ${LARGE_PAYLOAD_BYTES}`];
  if (path !== undefined) asked.push(textContains(conditions, "path", [path]));
  if (parsed_query !== undefined) asked.push(maybeInQuery(conditions, parsed_query));
  if (headers !== undefined) asked.push(maybeInHeaders(conditions, headers));
  if (body !== undefined) asked.push(maybeInBody(conditions, body));
  if (search_term !== undefined) asked.push(mentions(conditions, search_term.trim()));
  const test = asked.map((text) => `(${text})`).join(" and ");
  // A scalar subquery, not `exists`: for that one the planner may read every payload.
  const answer = (table: string) =>
    `(select coalesce(${test}, false) from ${table} as data where data.team_id = ${teamColumn} and data.id = ${idColumn})`;
  conditions.add(`coalesce(${answer("payloads")}, ${answer("kept_payloads")}, false)`);
}
