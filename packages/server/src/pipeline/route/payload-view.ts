/**
 * How does what came in, or came back, look to people and programs?
 *
 * Views of bytes: derived, capped, never the truth. Names are lower case, a body is shown as JSON where it
 * says it is JSON and can be read as such, a form as its fields, and everything else as text.
 */
import { LARGE_PAYLOAD_BYTES } from "@posthorn/contract/limits";
import type { ShortEventData } from "@posthorn/contract/requests";
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
}

/** The list as it is stored; ours, so it has the form we gave it. */
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

/** JSON of what `bodyView` shows; a body that is JSON goes as the text it is. */
export function bodyJson(body: Buffer | null, contentType: string | undefined): string {
  return (body && jsonIn(body, contentType)) ?? JSON.stringify(bodyView(body, contentType));
}

/**
 * The text of a body that says it is JSON and is; null of any other. Only what can be written again without
 * running out of stack is JSON here. Bytes that are not UTF-8 are legal inside its strings and nowhere else,
 * and become a character there, so that what was valid byte for byte is so as text.
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
    body: bodyView(payload.body, view["content-type"]),
    ...((payload.body?.length ?? 0) > LARGE_PAYLOAD_BYTES && { is_large_payload: true }),
  };
}

/** The text of a body; one that was not kept has none. */
export function rawBody(body: Buffer | null): string {
  return body?.toString("utf8") ?? "";
}
