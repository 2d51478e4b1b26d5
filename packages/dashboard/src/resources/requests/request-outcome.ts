/**
 * What happened to this request when it came in, and what can a person do about it?
 *
 * Pure: a title, the consequence, and at most one fix. The panel, the page and the list all read it from here.
 */
import { MENDABLE_CAUSES, type RejectionCause } from "@posthorn/contract/causes";
import type { Request } from "@posthorn/contract/requests";
import { REJECTION_CAUSE_LABELS } from "@posthorn/contract/texts";
import { verificationWords } from "@posthorn/contract/verification-words";
import type { Tone } from "../../ui/status-badge.tsx";

type Came = Pick<
  Request,
  | "status"
  | "rejection_cause"
  | "verification_failure"
  | "events_count"
  | "ignored_count"
  | "cli_events_count"
  | "retried"
>;

export interface RequestOutcome {
  tone: Tone;
  /** What happened. */
  title: string;
  /** What follows from it. */
  next: string;
}

/** The change that lets such requests in. Without one, only the sender can help. */
export type RequestFix = "enable-source" | "add-connection" | "disable-authentication" | "enable-method";

const FIXES: Partial<Record<RejectionCause, RequestFix>> = {
  SOURCE_DISABLED: "enable-source",
  NO_CONNECTION: "add-connection",
  VERIFICATION_FAILED: "disable-authentication",
  UNSUPPORTED_HTTP_METHOD: "enable-method",
};

export function fixOf({ rejection_cause }: Pick<Request, "rejection_cause">): RequestFix | null {
  return rejection_cause === null ? null : (FIXES[rejection_cause] ?? null);
}

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

/** `events_count` leaves out events for CLIs. */
export function eventsMade({
  events_count,
  cli_events_count,
}: Pick<Request, "events_count" | "cli_events_count">) {
  return events_count + cli_events_count;
}

/** Accepted, but its rules have not been asked yet. */
function isProcessing(request: Came): boolean {
  return request.rejection_cause === null && eventsMade(request) + request.ignored_count === 0;
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** Requests that came in before the failure was stored have none. */
function whyRejected(cause: RejectionCause, failure: Came["verification_failure"]): string {
  return failure === null
    ? REJECTION_WORDS[cause]
    : `${verificationWords(failure)} Nothing was delivered; the sender got 401.`;
}

export function requestOutcome(request: Came): RequestOutcome {
  const { rejection_cause: cause, verification_failure: failure, status, ignored_count, retried } = request;
  if (cause !== null) {
    const again = retried && status === "rejected" ? " It was retried and is still invalid." : "";
    return {
      tone: status === "rejected" ? "bad" : "off",
      title: REJECTION_CAUSE_LABELS[cause],
      next: `${whyRejected(cause, failure)}${again}`,
    };
  }
  if (isProcessing(request))
    return {
      tone: "wait",
      title: retried ? "The retried request is still processing" : "The request is still processing",
      next: "Its connections decide about it in a moment.",
    };
  const events = eventsMade(request);
  return {
    tone: "ok",
    title: `Accepted: ${counted(events, "event", "events")}, ${counted(ignored_count, "ignored event", "ignored events")}`,
    next:
      events === 0
        ? "Every connection ignored it, so nothing was delivered. Entries say why."
        : ignored_count === 0
          ? "Every connection of its source made an event of it."
          : "Entries say which connections made an event of it, and why the others did not.",
  };
}

/** For a list to choose from: "1 event, 2 ignored". */
export function outcomeInShort(request: Came): string {
  const { rejection_cause: cause, ignored_count } = request;
  if (cause !== null) return REJECTION_CAUSE_LABELS[cause];
  if (isProcessing(request)) return "Processing";
  const events = eventsMade(request);
  const ignored = ignored_count === 0 ? [] : [`${ignored_count} ignored`];
  return [...(events === 0 ? [] : [counted(events, "event", "events")]), ...ignored].join(", ");
}

/** A change of its source can let it through, such as a connection. Only such requests can be retried together. */
export function isMendable({ rejection_cause: cause }: Pick<Request, "rejection_cause">): boolean {
  return cause !== null && MENDABLE_CAUSES.includes(cause);
}

/** Why this request cannot be retried now. Undefined: it can. */
export function whyNoRetry(request: Came): string | undefined {
  const { rejection_cause: cause, ignored_count } = request;
  if (cause !== null)
    return isMendable(request)
      ? undefined
      : `A request that was rejected with ${REJECTION_CAUSE_LABELS[cause]} cannot be retried`;
  if (isProcessing(request)) return "The request is still processing";
  return ignored_count > 0 ? undefined : "Every connection has made an event of it already";
}
