/**
 * What does the mock API answer?
 *
 * A destination for trials that needs no server: it accepts every request, shows what it got, and
 * answers with the status that `?status=` in the request's query names.
 */
import { RESPONSE_BODY_KEPT_BYTES } from "@posthorn/contract/limits";
import type { Response } from "../../outbound/dialer.ts";

const NEXT_STEP = "Change the destination's type to HTTP and give it the URL of your own server.";

/** `path` is as in the request line. As HTTP requires, the answer to HEAD has no body. */
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

/** Reads only the first part of a long body; JSON that is cut off is shown as text. */
function receivedData(body: Uint8Array | null): unknown {
  if (!body) return null;
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, RESPONSE_BODY_KEPT_BYTES));
  try {
    return JSON.parse(text.toString());
  } catch {
    return text.toString();
  }
}
