/**
 * What happened to this request when it came in, and what can a person do about it?
 *
 * Pure: a title, the consequence, and at most one fix. The panel, the page and the list all read it from here.
 */
import { FIXABLE_CAUSES, type RejectionCause } from "@posthorn/contract/causes";
import { whyRejected } from "@posthorn/contract/rejection-words";
import type { Request } from "@posthorn/contract/requests";
import { REJECTION_CAUSE_LABELS } from "@posthorn/contract/texts";
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
  return cause !== null && FIXABLE_CAUSES.includes(cause);
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
