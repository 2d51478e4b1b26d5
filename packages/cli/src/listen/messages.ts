/**
 * What do server and client say to each other while the client listens?
 *
 * Pure. The server may be newer than this client: messages that it does not know are skipped.
 */
import { isUtf8 } from "node:buffer";
import { RESPONSE_BODY_KEPT_BYTES } from "@posthorn/contract/limits";
import * as z from "zod/mini";

const AttemptMessage = z.object({
  event: z.literal("attempt"),
  body: z.object({
    cli_path: z.string(),
    event_id: z.string(),
    attempt_id: z.string(),
    webhook_id: z.string(),
    request: z.object({
      method: z.string(),
      timeout: z._default(z.number(), 0),
      data_string: z.optional(z.string()),
      data_base64: z.optional(z.string()),
      headers: z.record(z.string(), z.string()),
    }),
  }),
});

export interface Attempt {
  event_id: string;
  attempt_id: string;
  webhook_id: string;
  method: string;
  /** Path and query, as the local server gets them. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  timeoutMs: number;
}

const USUAL_TIMEOUT_MS = 30_000;

/** Null for everything that is no attempt. */
export function readAttempt(text: string): Attempt | null {
  const parsed = z.safeParse(AttemptMessage, jsonOf(text));
  if (!parsed.success) return null;
  const { cli_path, request, ...ids } = parsed.data.body;
  const { method, headers, timeout, data_string, data_base64 } = request;
  return {
    ...ids,
    method,
    path: cli_path.startsWith("/") ? cli_path : `/${cli_path}`,
    headers,
    body: data_base64 === undefined ? Buffer.from(data_string ?? "") : Buffer.from(data_base64, "base64"),
    timeoutMs: timeout > 0 ? timeout : USUAL_TIMEOUT_MS,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // skipped, as every message that we do not know
  }
}

/** What the local server made of an attempt. */
export type Outcome =
  | { status: number; body: Buffer; headers: readonly (readonly [string, string])[] }
  | { problem: string };

export function isFine(outcome: Outcome): boolean {
  return "status" in outcome && outcome.status >= 200 && outcome.status < 300;
}

export function answerText({ attempt_id, path }: Attempt, outcome: Outcome): string {
  const ids = { attempt_id, cli_path: path };
  const body =
    "problem" in outcome
      ? { ...ids, error: true }
      : { ...ids, status: outcome.status, ...dataOf(outcome.body) };
  return JSON.stringify({ event: "attempt_response", body });
}

/** One byte more than the server keeps: then it knows that there was more. */
function dataOf(body: Buffer): { data: string } | { data_base64: string } {
  const kept = body.subarray(0, RESPONSE_BODY_KEPT_BYTES + 1);
  return isUtf8(kept) ? { data: kept.toString("utf8") } : { data_base64: kept.toString("base64") };
}
