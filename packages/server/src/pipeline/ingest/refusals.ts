/**
 * How is a request refused that is not stored?
 *
 * With a status and a sentence, once: nothing happens if the sender has an answer already. A sender that is still sending
 * sees the answer all the same (inbound/last-answer.ts).
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Lingering } from "../../inbound/last-answer.ts";
import { answer } from "./answers.ts";
import type { NoRoom } from "./in-flight.ts";
import { type IngestCounts, countRefusal } from "./ingest-counts.ts";

export interface Refusals {
  refuse: (
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    message: string,
    allow?: string[],
  ) => void;
  refuseFor: (why: NoRoom, request: IncomingMessage, response: ServerResponse) => void;
}

export interface RefusalsDeps {
  counts: IngestCounts;
  lingering: Lingering;
}

export function createRefusals({ counts, lingering }: RefusalsDeps): Refusals {
  const refuse: Refusals["refuse"] = (request, response, status, message, allow) => {
    if (response.headersSent) return;
    countRefusal(counts, status);
    const isUnread = !request.complete;
    answer(response, { status, message, isUnread, ...(allow && { allow }) });
    if (isUnread) lingering.end(request, response);
  };
  const refuseFor: Refusals["refuseFor"] = (why, request, response) => {
    if (why === "busy") refuse(request, response, 503, "Temporarily unavailable, try again");
    else refuse(request, response, 429, "Too many requests for this source");
  };
  return { refuse, refuseFor };
}
