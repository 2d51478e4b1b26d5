/**
 * What do we say to a CLI, and what does it answer?
 *
 * Pure: the two messages of the protocol. An attempt goes out as one text; its answer comes back in any
 * order and names the attempt. What you would get wrong: shipped clients drop a header value whose JSON
 * text contains a backslash before a slash, also where the backslash belongs to the value.
 */
import { isUtf8 } from "node:buffer";

export interface CliAttempt {
  attempt_id: string;
  event_id: string;
  webhook_id: string;
  /** Path and query for the local server. */
  cli_path: string;
  method: string;
  /** Names and values in turn; the last of equal names wins, so they come joined. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
  /** How long the local server may take. */
  timeoutMs: number;
}

/** Null: the body is no text, and text is all that the protocol carries. */
export function attemptMessage(attempt: CliAttempt): string | null {
  const { body } = attempt;
  if (body && !isUtf8(body)) return null;
  const text = body ? Buffer.from(body.buffer, body.byteOffset, body.length).toString("utf8") : "";
  const message = {
    event: "attempt",
    body: {
      cli_path: attempt.cli_path,
      event_id: attempt.event_id,
      attempt_id: attempt.attempt_id,
      webhook_id: attempt.webhook_id,
      request: {
        method: attempt.method,
        timeout: attempt.timeoutMs,
        data_string: text,
        headers: attempt.headers,
      },
    },
  };
  // Written out by JSON.stringify, the two characters stand together only behind an escaped backslash.
  return JSON.stringify(message).replaceAll("\\/", "\\\\u002f");
}

export type CliAnswer =
  | { attempt_id: string; outcome: "answered"; status: number; data: string }
  /** The local server could not be reached, or took too long. */
  | { attempt_id: string; outcome: "unavailable" }
  /** It names an attempt and makes no sense. */
  | { attempt_id: string; outcome: "unreadable" };

/** Null: nothing that concerns an attempt. */
export function readAnswer(text: string): CliAnswer | null {
  const message = parsed(text);
  if (!isRecord(message) || message["event"] !== "attempt_response" || !isRecord(message["body"]))
    return null;
  const { attempt_id, error, status, data } = message["body"];
  if (typeof attempt_id !== "string") return null;
  if (error === true) return { attempt_id, outcome: "unavailable" };
  const isStatus = typeof status === "number" && Number.isInteger(status) && status >= 100 && status <= 599;
  if (!isStatus || (typeof data !== "string" && data != null)) return { attempt_id, outcome: "unreadable" };
  return { attempt_id, outcome: "answered", status, data: data ?? "" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
