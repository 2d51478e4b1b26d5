/**
 * Can code be tried on this text? The input of a trial is edited as JSON; this turns it into the request to send.
 *
 * The API accepts a request without a body. An input without one is refused here, because it is nearly always a body
 * that somebody pasted without the request around it.
 */
import type { ShortEventData } from "@posthorn/contract/requests";
import { INPUT_IS_NO_REQUEST, INPUT_IS_NOT_JSON, missingInput } from "@posthorn/contract/texts";
import { TrialRequest } from "@posthorn/contract/transformations";

export type RunInput = { request: TrialRequest } | { problem: string };

export function readRunInput(text: string): RunInput {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: INPUT_IS_NOT_JSON };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { problem: INPUT_IS_NO_REQUEST };
  const missing = ["headers", "body"].filter((part) => !Object.hasOwn(value, part));
  if (missing.length > 0) return { problem: missingInput(missing.join(" and ")) };
  const parsed = TrialRequest.safeParse(value);
  if (parsed.success) return { request: parsed.data };
  const [issue] = parsed.error.issues;
  const keys = issue?.code === "unrecognized_keys" ? issue.keys : [];
  const place = [...(issue?.path ?? []).map(String), ...keys.slice(0, 1)].join(".");
  return { problem: place === "" ? INPUT_IS_NO_REQUEST : `${INPUT_IS_NO_REQUEST}. Check "${place}".` };
}

/** The text to edit for a stored request. Code also gets `parsed_query`, which the server makes from the query. */
export function inputTextOf({ headers, body, path, query }: ShortEventData): string {
  return JSON.stringify({ headers, body, path, query: query ?? "" }, null, 2);
}

/** The request to send for a stored one. */
export function trialRequestOf({ headers, body, path, query }: ShortEventData): TrialRequest {
  return { headers, body, path, query: query ?? "" };
}

/** What the editor starts with if nothing has been chosen. */
export const SAMPLE_INPUT = JSON.stringify(
  { headers: { "content-type": "application/json" }, body: { id: 1 }, path: "/", query: "" },
  null,
  2,
);
