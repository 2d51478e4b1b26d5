/**
 * Why did this request not become an event, or not everywhere?
 *
 * Pure, with the words of the dashboard for rejections. What a connection ignored has a cause of its own.
 */
import type { IgnoredCause } from "@posthorn/contract/causes";
import { FIXABLE_CAUSES } from "@posthorn/contract/causes";
import { whyRejected } from "@posthorn/contract/rejection-words";
import type { IgnoredEvent } from "@posthorn/contract/request-events";
import type { Request } from "@posthorn/contract/requests";
import { counted } from "./answer.ts";
import type { Explanation } from "./explanation.ts";

export interface RequestFacts {
  request: Pick<
    Request,
    "rejection_cause" | "verification_failure" | "events_count" | "cli_events_count" | "ignored_count"
  >;
  ignored: readonly Pick<IgnoredEvent, "webhook_id" | "cause" | "meta">[];
}

export function explainRequest({ request, ignored }: RequestFacts): Explanation {
  const { rejection_cause: cause, verification_failure } = request;
  if (cause !== null)
    return {
      happened: `No event was made of the request: ${cause}.`,
      cause: whyRejected(cause, verification_failure),
      facts: [],
      todo: [
        FIXABLE_CAUSES.includes(cause)
          ? "Correct the source, or give it a connection. Then retry the request."
          : "Such a request cannot be retried: the sender must send it again.",
      ],
    };
  const made = request.events_count + request.cli_events_count;
  const happened = `The request was accepted: ${counted(made, "event")}, ${counted(request.ignored_count, "ignored event")}.`;
  const facts = ignored.map((one) => `The connection ${one.webhook_id} made no event: ${whyIgnored(one)}`);
  return {
    happened,
    cause: made > 0 || facts.length === 0 ? null : "Every connection of the source ignored it.",
    facts,
    todo: [
      ...(made > 0
        ? ["For each of its events ask again with its id: list with kind event and request_id."]
        : []),
      ...(ignored.length > 0
        ? [
            "Try other rules with try_rules. After a change of the connection, a retry of the request decides anew.",
          ]
        : []),
      ...(made + ignored.length === 0 ? ["Its connections decide about it in a moment: ask again."] : []),
    ],
  };
}

const WHY_IGNORED: Record<IgnoredCause, string> = {
  DISABLED: "it was disabled.",
  FILTERED: "its filter did not let the request pass",
  TRANSFORMATION_FAILED:
    "its transformation returned no request. Its executions say why: list with kind execution.",
  CLI_DISCONNECTED: "no CLI was connected.",
  DUPLICATE: "its deduplicate rule had seen the same request before.",
};

function whyIgnored({ cause, meta }: Pick<IgnoredEvent, "cause" | "meta">): string {
  if (cause !== "FILTERED") return WHY_IGNORED[cause];
  const parts = Array.isArray(meta) && meta.length > 0 ? `, because of its ${meta.join(" and ")}` : "";
  return `${WHY_IGNORED[cause]}${parts}.`;
}
