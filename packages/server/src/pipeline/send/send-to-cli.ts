/**
 * How is one attempt made at a developer's machine?
 *
 * The CLI gets the same request as an HTTP destination, through the session's socket; the local server sees its own
 * host. Response headers do not come back, so a local server cannot ask for a retry.
 */
import { attemptId, publicId } from "@posthorn/contract/ids";
import { RESPONSE_BODY_KEPT_BYTES } from "@posthorn/contract/limits";
import type { CliSockets } from "../../cli/sockets.ts";
import type { Response } from "../../outbound/dialer.ts";
import { headersView } from "../headers-view.ts";
import type { Carry } from "./sender.ts";

export function createSendToCli(cli: Pick<CliSockets, "exchange">): Carry {
  return async (delivery, request, deadlineMs) => {
    // An event has no session if it was created before its destination became a CLI.
    const { sentAtMs, respondedAtMs, result } = await cli.exchange(delivery.cliSession ?? "", {
      attempt_id: attemptId(delivery.id, delivery.attempt_number),
      event_id: publicId("event", delivery.id),
      webhook_id: publicId("connection", delivery.connection),
      cli_path: request.path,
      method: request.method,
      headers: headersView(request.headers),
      body: delivery.payload.body,
      timeoutMs: deadlineMs,
    });
    const at = { sentAtMs, respondedAtMs };
    return "failure" in result
      ? { ...at, failure: result.failure }
      : { ...at, response: responseOf(result.status, result.data) };
  };
}

function responseOf(status: number, data: string | Uint8Array): Response {
  const body =
    typeof data === "string" ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.length);
  const cut = body.length > RESPONSE_BODY_KEPT_BYTES;
  return { status, headers: [], body: cut ? body.subarray(0, RESPONSE_BODY_KEPT_BYTES) : body, cut };
}
