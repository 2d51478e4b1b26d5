/**
 * How does what came in, or came back, look to people and programs?
 *
 * Views of bytes: derived, capped, never the truth. Names are lower case, a body is shown as JSON where it
 * says it is JSON and can be read as such, a form as its fields, and everything else as text.
 */
import { LARGE_PAYLOAD_BYTES } from "@posthorn/contract/limits";
import type { ShortEventData } from "@posthorn/contract/requests";
import { jsonFault } from "../ingest/json-fault.ts";
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

/** Values of a name that came several times are joined, as HTTP allows. */
export function headersView(list: readonly string[]): Record<string, string> {
  const values = new Map<string, string>();
  for (let at = 0; at + 1 < list.length; at += 2) {
    const name = (list[at] ?? "").toLowerCase();
    const before = values.get(name);
    const value = list[at + 1] ?? "";
    values.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  // Unlike assignment, this makes a plain property even of `__proto__`.
  return Object.fromEntries(values);
}

const JSON_TYPE = /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const FORM_TYPE = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Only what JSON.stringify can write again without running out of stack is shown as a value. */
export function bodyView(body: Buffer | null, contentType: string | undefined): unknown {
  if (body === null) return null;
  const text = body.toString("utf8");
  if (text !== "" && FORM_TYPE.test(contentType ?? "")) return formFields(text);
  if (!JSON_TYPE.test(contentType ?? "") || jsonFault(body) !== null || text.trim() === "") return text;
  try {
    return JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch {
    return text; // valid byte for byte, but not as UTF-8
  }
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
