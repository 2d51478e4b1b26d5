/**
 * How do a received payload and a destination's answer look to people and programs?
 *
 * Views of bytes: derived and capped, never the source of truth. Names are lower case. A body is shown as JSON if
 * its content type says so and it parses, a form as its fields, and everything else as text. Of a compressed body the
 * content is shown, if `withContent` could decode it.
 */
import { LARGE_PAYLOAD_BYTES } from "@posthorn/contract/limits";
import type { Redaction } from "@posthorn/contract/redaction";
import type { ShortEventData } from "@posthorn/contract/requests";
import { decodedBody } from "../content-coding.ts";
import { headersView } from "../headers-view.ts";
import { jsonFault } from "../json-fault.ts";
import { formFields } from "./form-body.ts";
import { parseQueryString } from "./query-string.ts";

export interface PayloadRow {
  path: string;
  query: string | null;
  /** Names and values in turn, as a JSON list. */
  headers: string;
  body: Buffer | null;
  /** What was masked in it; absent or null if nothing was, or if the caller does not show it. */
  redaction?: Redaction | null;
  /** The decoded body; absent if it is not compressed, or could not be decoded. */
  content?: Buffer;
}

/** Decodes the body of a payload that is to be shown or searched. */
export async function withContent<Payload extends PayloadRow>(payload: Payload): Promise<Payload> {
  // Nearly all payloads have no coding, and their headers need not be parsed for that.
  if (!/content-encoding/i.test(payload.headers)) return payload;
  const content = await decodedBody(headerList(payload.headers), payload.body);
  return content ? { ...payload, content } : payload;
}

/** The stored list; the cast is safe because we wrote it. */
export function headerList(stored: string): string[] {
  return JSON.parse(stored) as string[];
}

const JSON_TYPE = /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const FORM_TYPE = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;

export function bodyView(body: Buffer | null, contentType: string | undefined): unknown {
  if (body === null) return null;
  const json = jsonIn(body, contentType);
  if (json !== null) return JSON.parse(json);
  const text = body.toString("utf8");
  return text !== "" && FORM_TYPE.test(contentType ?? "") ? formFields(text) : text;
}

/** The JSON text of what `bodyView` shows; a body that is JSON is passed on unchanged. */
export function bodyJson(body: Buffer | null, contentType: string | undefined): string {
  return (body && jsonIn(body, contentType)) ?? JSON.stringify(bodyView(body, contentType));
}

/**
 * The text of a body that claims to be JSON and is; null for any other. JSON that is too deeply nested to be
 * written again without a stack overflow does not count. Bytes that are not UTF-8 are legal only inside strings.
 * Each becomes a replacement character there, so a body that was valid as bytes is valid as text.
 */
function jsonIn(body: Buffer, contentType: string | undefined): string | null {
  if (body.length === 0 || !JSON_TYPE.test(contentType ?? "") || jsonFault(body) !== null) return null;
  const text = body.toString("utf8");
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

export function shortEventData(
  payload: PayloadRow,
  headers: readonly string[] = headerList(payload.headers),
): ShortEventData {
  const view = headersView(headers);
  return {
    path: payload.path,
    query: payload.query,
    parsed_query: payload.query === null ? null : parseQueryString(payload.query),
    headers: view,
    body: bodyView(payload.content ?? payload.body, view["content-type"]),
    ...(payload.redaction && { redaction: payload.redaction }),
    ...((payload.body?.length ?? 0) > LARGE_PAYLOAD_BYTES && { is_large_payload: true }),
  };
}

/** The headers of a request whose decoded body is shown to code: what the code returns is not compressed either. */
export function headersOfContent(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== "content-encoding"));
}

/** The text of a body; empty for a body that was not stored. */
export function rawBody(body: Buffer | null): string {
  return body?.toString("utf8") ?? "";
}
