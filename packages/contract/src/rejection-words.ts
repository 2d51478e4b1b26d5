/** Why was a request not taken in, and what follows? The dashboard says it, and `posthorn mcp`. */
import type { RejectionCause, VerificationFailure } from "./causes.ts";
import { verificationWords } from "./verification-words.ts";

/** The statuses are those of the server's ingest. */
const REJECTION_WORDS: Record<RejectionCause, string> = {
  SOURCE_DISABLED:
    "The source was disabled when this request came in. Nothing was delivered; the sender got 403.",
  NO_CONNECTION:
    "The source accepted the request, but no connection takes its requests to a destination. Nothing was delivered.",
  VERIFICATION_FAILED:
    "The request does not carry the proof that the source asks for. Nothing was delivered; the sender got 401. Check that sender and source have the same secret.",
  UNSUPPORTED_HTTP_METHOD:
    "The source does not allow the HTTP method of this request. Nothing was delivered; the sender got 405.",
  UNSUPPORTED_CONTENT_TYPE:
    "The source cannot read this content type. Nothing was delivered; the sender got 415. Send JSON, XML, text or a form; to a source that redacts values of the body, JSON or a form.",
  UNPARSABLE_JSON:
    "The request says that its body is JSON, and it is not. Nothing was delivered; the sender got 400. Correct the sender, then let it send again.",
  PAYLOAD_TOO_LARGE:
    "The body is larger than the limit, so it was not kept. Nothing was delivered; the sender got 413.",
  PLAN_LIMIT_REACHED:
    "The plan's events of this period were used up. Nothing was delivered; the sender got 429. Retry the request with a larger plan, or in the next period.",
  INGESTION_FATAL:
    "Posthorn failed to take the request in. Nothing was delivered; the sender got 500 and may send it again. The server log says more.",
  UNKNOWN:
    "Nothing was delivered. The request may have come back through our own deliveries; the server log says more.",
};

/** Requests that came in before the failure was stored have none. */
export function whyRejected(cause: RejectionCause, failure: VerificationFailure | null): string {
  return failure === null
    ? REJECTION_WORDS[cause]
    : `${verificationWords(failure)} Nothing was delivered; the sender got 401.`;
}
