/**
 * How does a request look when the values on its source's redaction list are masked?
 *
 * Pure. Ingest masks after it has verified the sender and before it stores anything, so no later stage sees the values.
 * A body that cannot be read cannot be masked: it is dropped, and the caller must reject the request, so that neither
 * the sender nor a destination takes it for complete. Body paths need JSON, lines of JSON, or a form, whatever the
 * content type says.
 */
import { REDACTED, type Redaction, readRedactionPath } from "@posthorn/contract/redaction";
import { contentCoding, decodedBody, encodedBody } from "./content-coding.ts";
import { maskFields } from "./redact-fields.ts";
import { Masked, type PathNode, addPath, emptyNode, maskJson } from "./redact-json.ts";

export interface RedactionList {
  paths: readonly string[];
  /** The numbers of the paths by the names of headers, in lower case. */
  headers: ReadonlyMap<string, number>;
  query: PathNode | null;
  body: PathNode | null;
}

/** What of a request can hold a value of the list. */
export interface Redactable {
  query: string | null;
  headers: readonly string[];
  body: Uint8Array | null;
}

export interface Redacted extends Redactable {
  /** Null: nothing was there to mask. */
  redaction: Redaction | null;
  /** The body could not be read, and is dropped. */
  isUnreadable: boolean;
  /** How many values were found at each path, by the path's number. */
  atPath: ReadonlyMap<number, number>;
}

/** Null: the source masks nothing. */
export function redactionListOf(paths: readonly string[] | null | undefined): RedactionList | null {
  if (!paths || paths.length === 0) return null;
  const headers = new Map<string, number>();
  const query = emptyNode();
  const body = emptyNode();
  for (const [number, text] of paths.entries()) {
    const path = readRedactionPath(text);
    if ("problem" in path) throw new Error("A redaction path cannot be read"); // the contract admits no such path
    if (path.part === "body") addPath(body, path.steps, number);
    else if (path.part === "query") addPath(query, [path.name], number);
    else if (!headers.has(path.name)) headers.set(path.name, number);
  }
  return { paths, headers, query: used(query), body: used(body) };
}

function used(tree: PathNode): PathNode | null {
  return tree.names.size + tree.places.size > 0 || tree.every ? tree : null;
}

/** Must the body be decoded before it can be masked? */
export function needsContent(list: RedactionList, { headers, body }: Redactable): boolean {
  return list.body !== null && body !== null && body.length > 0 && contentCoding(headers) !== null;
}

/** For a request that does not need its content. */
export function redact(list: RedactionList, request: Redactable): Redacted {
  return redactWith(list, request, request.body);
}

/** For any request. What is masked in compressed content is compressed again, in the same way. */
export async function redactDecoded(
  list: RedactionList,
  request: Redactable,
  content?: Buffer | null,
): Promise<Redacted> {
  if (!needsContent(list, request)) return redact(list, request);
  const decoded = content === undefined ? await decodedBody(request.headers, request.body) : content;
  const redacted = redactWith(list, request, decoded);
  if (redacted.isUnreadable) return redacted;
  if (redacted.body === decoded) return { ...redacted, body: request.body };
  return { ...redacted, body: await encodedBody(request.headers, redacted.body ?? Buffer.alloc(0)) };
}

/** `content` is null if there is none, or if it cannot be decoded. */
function redactWith(list: RedactionList, request: Redactable, content: Uint8Array | null): Redacted {
  const masked = new Masked();
  const headers = maskHeaders(list, request.headers, masked);
  const query = list.query && request.query ? maskFields(request.query, list.query, masked) : request.query;
  const body = list.body ? maskBody(list.body, { ...request, content }, masked) : request.body;
  const isUnreadable = body === null && request.body !== null;
  const paths = list.paths.filter((_, number) => masked.paths.has(number));
  const isTouched = masked.count > 0 || isUnreadable;
  return {
    headers,
    query,
    body,
    isUnreadable,
    atPath: masked.atPath,
    redaction: isTouched
      ? { paths, count: masked.count, ...(isUnreadable && { body_removed: true as const }) }
      : null,
  };
}

/** Returns the content itself if nothing in it is at a path, and null if it is none of what can be masked. */
function maskBody(
  tree: PathNode,
  { headers, body, content }: Redactable & { content: Uint8Array | null },
  masked: Masked,
): Uint8Array | null {
  if (body === null || body.length === 0) return body;
  if (content === null) return null;
  const found = new Masked();
  const bytes = maskText(tree, contentTypeOf(headers), asBuffer(content), found);
  if (bytes !== null) masked.addAll(found);
  return found.count === 0 && bytes !== null ? content : bytes;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

const FORM_TYPE = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;
const LINES_TYPE = /^\s*application\/(?:x-)?ndjson\s*(?:;|$)/i;

/** Many programs send JSON as a form by mistake. If it is broken as well, no field of a form is where the paths look. */
const BEGINS_LIKE_JSON = /^\s*[{[]/;

/** JSON first: programs often send it under another content type. */
function maskText(tree: PathNode, type: string, bytes: Buffer, masked: Masked): Buffer | null {
  const json = maskJson(bytes, tree, masked);
  if (json !== null) return json;
  if (LINES_TYPE.test(type)) return maskLines(bytes, tree, masked);
  if (!FORM_TYPE.test(type) || BEGINS_LIKE_JSON.test(bytes.toString("latin1", 0, 16))) return null;
  return Buffer.from(maskFields(bytes.toString("latin1"), tree, masked), "latin1");
}

function maskLines(bytes: Buffer, tree: PathNode, masked: Masked): Buffer | null {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf("\n", at);
    const next = end < 0 ? bytes.length : end + 1;
    const line = bytes.subarray(at, next);
    const kept = line.every((byte) => byte <= SPACE) ? line : maskJson(line, tree, masked);
    if (kept === null) return null;
    lines.push(kept);
    at = next;
  }
  return Buffer.concat(lines);
}

const SPACE = 0x20;

function contentTypeOf(headers: readonly string[]): string {
  for (let at = 0; at + 1 < headers.length; at += 2)
    if ((headers[at] ?? "").toLowerCase() === "content-type") return headers[at + 1] ?? "";
  return "";
}

function maskHeaders(list: RedactionList, headers: readonly string[], masked: Masked): readonly string[] {
  if (list.headers.size === 0) return headers;
  return headers.map((text, at) => {
    const path = at % 2 === 1 ? list.headers.get((headers[at - 1] ?? "").toLowerCase()) : undefined;
    if (path === undefined) return text;
    masked.add([path], text === REDACTED);
    return REDACTED;
  });
}
