/** Which texts of two payloads does a person compare, part by part? Pure. */
import type { EventData } from "@posthorn/contract/events";
import { indentJson } from "../../ui/json-viewer/indent-json.ts";

export interface ComparedTexts {
  before: string;
  after: string;
}

export interface ComparedPart extends ComparedTexts {
  /** "Body" */
  label: string;
}

/** JSON has one value per line, if both texts are JSON. */
export function comparedBodies(before: string, after: string): ComparedTexts {
  const [was, is] = [indentJson(before), indentJson(after)];
  return was === null || is === null ? { before, after } : { before: was, after: is };
}

/** One line for each header, in the order of their names: the order in which they came means nothing. */
export function headersText(headers: Readonly<Record<string, string>>): string {
  const inOrder = Object.entries(headers).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(inOrder), null, 2);
}

export interface SentRequest {
  data: Pick<EventData, "method" | "url" | "headers">;
  body: string;
}

/** The parts in which two requests of deliveries can differ. Method and URL are one: neither has more than a line. */
export function requestParts(before: SentRequest, after: SentRequest): ComparedPart[] {
  return [
    { label: "Body", ...comparedBodies(before.body, after.body) },
    { label: "Headers", before: headersText(before.data.headers), after: headersText(after.data.headers) },
    { label: "URL", before: requestLine(before), after: requestLine(after) },
  ];
}

function requestLine({ data: { method, url } }: SentRequest): string {
  return `${method}\n${url}`;
}
