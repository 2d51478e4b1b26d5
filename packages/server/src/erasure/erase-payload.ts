/**
 * How do stored payloads, answers and logs look without the identifier of a person?
 *
 * Pure but for decompression. JSON and lines of JSON lose the values and names that contain it, a form its fields, and any other
 * body is replaced as a whole. A compressed body is unpacked, erased and compressed again. One that cannot be unpacked is
 * reported: nobody knows what is in it.
 */
import { REDACTED } from "@posthorn/contract/redaction";
import { contentCoding, decodedBody, encodedBody } from "../pipeline/content-coding.ts";
import { jsonFault } from "../pipeline/json-fault.ts";
import { eraseFields, eraseHeaders, erasePath, eraseUrl } from "./erase-text.ts";
import { type ErasedBytes, eraseJson } from "./erase-json.ts";
import type { Finder } from "./finder.ts";

const FORM_TYPE = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;
const MASK = Buffer.from(REDACTED);

export interface StoredContent {
  path: string;
  query: string | null;
  headers: readonly string[];
  client_ip: string | null;
  body: Buffer | null;
}

export interface Erased<Content> {
  content: Content;
  /** How many values, names or bodies were replaced; 0 if the identifier is not in it. */
  count: number;
  /** The body is compressed in a way that cannot be read. */
  isUnreadable: boolean;
}

export async function erasePayload(stored: StoredContent, finder: Finder): Promise<Erased<StoredContent>> {
  const path = erasePath(stored.path, finder);
  const query = stored.query === null ? null : eraseFields(stored.query, finder);
  const headers = eraseHeaders(stored.headers, finder);
  const hasIp = stored.client_ip !== null && finder.isIn(stored.client_ip);
  const body = await eraseBody(stored.headers, stored.body, finder);
  return {
    content: {
      path: path.text,
      query: query && query.text,
      headers: headers.headers,
      client_ip: hasIp ? null : stored.client_ip,
      body: body.content,
    },
    count: path.count + (query?.count ?? 0) + headers.count + (hasIp ? 1 : 0) + body.count,
    isUnreadable: body.isUnreadable,
  };
}

export interface StoredAnswer {
  requested_url: string | null;
  response_headers: readonly string[] | null;
  response_body: Buffer | null;
}

export async function eraseAnswer(stored: StoredAnswer, finder: Finder): Promise<Erased<StoredAnswer>> {
  const url = stored.requested_url === null ? null : eraseUrl(stored.requested_url, finder);
  const headers = stored.response_headers && eraseHeaders(stored.response_headers, finder);
  const body = await eraseBody(stored.response_headers ?? [], stored.response_body, finder);
  return {
    content: {
      requested_url: url && url.text,
      response_headers: headers && headers.headers,
      response_body: body.content,
    },
    count: (url?.count ?? 0) + (headers?.count ?? 0) + body.count,
    isUnreadable: body.isUnreadable,
  };
}

/** Lines of a transformation's console, as JSON. */
export function eraseLogs(logs: string, finder: Finder): { logs: string; count: number } {
  const erased = eraseText(Buffer.from(logs), "", finder);
  return { logs: erased.count === 0 ? logs : erased.bytes.toString("utf8"), count: erased.count };
}

async function eraseBody(
  headers: readonly string[],
  body: Buffer | null,
  finder: Finder,
): Promise<Erased<Buffer | null>> {
  if (body === null || body.length === 0) return { content: body, count: 0, isUnreadable: false };
  const type = contentTypeOf(headers);
  if (contentCoding(headers) !== null) {
    const content = await decodedBody(headers, body);
    if (content !== null) {
      const erased = eraseText(content, type, finder);
      const packed = erased.count === 0 ? body : asBuffer(await encodedBody(headers, erased.bytes));
      return { content: packed, count: erased.count, isUnreadable: false };
    }
    const plain = eraseText(body, type, finder); // the header may be wrong
    return { content: plain.bytes, count: plain.count, isUnreadable: plain.count === 0 };
  }
  const erased = eraseText(body, type, finder);
  return { content: erased.bytes, count: erased.count, isUnreadable: false };
}

function eraseText(bytes: Buffer, type: string, finder: Finder): ErasedBytes {
  const erased = eraseParts(bytes, type, finder);
  // It may span several parts, or the text may be no UTF-8.
  return isAnywhere(erased.bytes, finder) ? { bytes: MASK, count: 1 } : erased;
}

function eraseParts(bytes: Buffer, type: string, finder: Finder): ErasedBytes {
  const asIs: ErasedBytes = { bytes, count: 0 };
  const json = withoutMark(bytes);
  if (jsonFault(bytes) === null) {
    const erased = eraseJson(json, finder);
    return erased.count === 0 ? asIs : erased;
  }
  const lines = eraseLines(json, finder);
  if (lines !== null) return lines.count === 0 ? asIs : lines;
  if (!FORM_TYPE.test(type)) return asIs;
  const fields = eraseFields(bytes.toString("utf8"), finder);
  return fields.count === 0 ? asIs : { bytes: Buffer.from(fields.text), count: fields.count };
}

/** Returns null if the text is no lines of JSON. */
function eraseLines(bytes: Buffer, finder: Finder): ErasedBytes | null {
  const pieces: Buffer[] = [];
  let count = 0;
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf("\n", at);
    const next = end < 0 ? bytes.length : end + 1;
    const line = bytes.subarray(at, next);
    if (jsonFault(line) !== null && line.some((byte) => byte > SPACE)) return null;
    const erased = eraseJson(line, finder);
    pieces.push(erased.bytes);
    count += erased.count;
    at = next;
  }
  return { bytes: Buffer.concat(pieces), count };
}

const SPACE = 0x20;

function isAnywhere(bytes: Buffer, finder: Finder): boolean {
  const text = bytes.toString("utf8");
  if (finder.isIn(text)) return true;
  return text.includes("\uFFFD") && finder.isIn(bytes.toString("latin1"));
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function contentTypeOf(headers: readonly string[]): string {
  for (let at = 0; at + 1 < headers.length; at += 2)
    if ((headers[at] ?? "").toLowerCase() === "content-type") return headers[at + 1] ?? "";
  return "";
}
