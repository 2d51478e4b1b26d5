/**
 * Which messages do we exchange with a CLI?
 *
 * Pure functions for the two messages of the protocol. An attempt is sent as one text message; answers come back
 * in any order and name their attempt. Beware: published clients drop a header value whose JSON text has a
 * backslash before a slash, even where the backslash belongs to the value.
 */
import { isUtf8 } from "node:buffer";

export interface CliAttempt {
  attempt_id: string;
  event_id: string;
  webhook_id: string;
  /** Path and query for the local server. */
  cli_path: string;
  method: string;
  /** Of equal names the client keeps only the last, so equal names are already joined here. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
  /** How long the local server may take. */
  timeoutMs: number;
}

/** Returns null when the body is not text, and the client's protocol carries only text. */
export function attemptMessage(attempt: CliAttempt, { carriesBytes = false } = {}): string | null {
  const { body } = attempt;
  const isText = !body || isUtf8(body);
  if (!isText && !carriesBytes) return null;
  const bytes = body && Buffer.from(body.buffer, body.byteOffset, body.length);
  const data = isText
    ? { data_string: bytes?.toString("utf8") ?? "" }
    : { data_base64: bytes?.toString("base64") };
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
        ...data,
        headers: attempt.headers,
      },
    },
  };
  // JSON.stringify writes these two characters together only after an escaped backslash.
  return JSON.stringify(message).replaceAll("\\/", "\\\\u002f");
}

export type CliAnswer =
  | { attempt_id: string; outcome: "answered"; status: number; data: string | Uint8Array }
  /** The CLI could not reach the local server, or the server took too long. */
  | { attempt_id: string; outcome: "unavailable" }
  /** The answer names an attempt but is malformed. */
  | { attempt_id: string; outcome: "unreadable" };

/** Returns null when the message is not about an attempt. */
export function readAnswer(text: string): CliAnswer | null {
  const message = parsed(text);
  if (!isRecord(message) || message["event"] !== "attempt_response" || !isRecord(message["body"]))
    return null;
  const { attempt_id, error, status, data, data_base64 } = message["body"];
  if (typeof attempt_id !== "string") return null;
  if (error === true) return { attempt_id, outcome: "unavailable" };
  const isStatus = typeof status === "number" && Number.isInteger(status) && status >= 100 && status <= 599;
  if (!isStatus || (typeof data !== "string" && data != null)) return { attempt_id, outcome: "unreadable" };
  const bytes = typeof data_base64 === "string" ? Buffer.from(data_base64, "base64") : null;
  return { attempt_id, outcome: "answered", status, data: bytes ?? data ?? "" };
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
