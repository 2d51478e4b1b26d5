/**
 * What does the mock API answer?
 *
 * A destination for trying things out that lives nowhere: it takes every request, says what it got, and
 * answers the status that `?status=` in the request's query asks for.
 */
import { RESPONSE_BODY_KEPT_BYTES } from "@posthorn/contract/limits";
import type { Response } from "../../outbound/dialer.ts";

const NEXT_STEP = "Change the destination's type to HTTP and give it the URL of your own server.";

/** `path` as the request line would carry it. HEAD is answered as HTTP has it, without a body. */
export function mockResponse(method: string, path: string, body: Uint8Array | null): Response {
  const at = path.indexOf("?");
  const query = new URLSearchParams(at === -1 ? "" : path.slice(at + 1));
  const text = JSON.stringify({
    message: "Accepted",
    next_step: NEXT_STEP,
    received_data: receivedData(body),
    requested_path: path,
  });
  const answer = Buffer.from(method === "HEAD" ? "" : text);
  return {
    status: askedStatus(query.get("status")),
    headers: ["content-type", "application/json; charset=utf-8"],
    body: answer.subarray(0, RESPONSE_BODY_KEPT_BYTES),
    cut: answer.length > RESPONSE_BODY_KEPT_BYTES,
  };
}

function askedStatus(text: string | null): number {
  return text !== null && /^[2-5]\d\d$/.test(text) ? Number(text) : 200;
}

/** What is longer than the answer is not parsed for it. */
function receivedData(body: Uint8Array | null): unknown {
  if (!body) return null;
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, RESPONSE_BODY_KEPT_BYTES));
  try {
    return JSON.parse(text.toString());
  } catch {
    return text.toString();
  }
}
