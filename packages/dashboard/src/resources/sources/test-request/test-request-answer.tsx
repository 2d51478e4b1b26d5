/** What did the source answer to a test request, and where is the request now? */
import type { ReplyOf } from "@posthorn/contract/endpoint";
import { REJECTION_CAUSE_LABELS } from "@posthorn/contract/texts";
import type { sendTestRequest } from "@posthorn/contract/test-requests";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { firstMessage } from "../../api/api-failure.ts";

export interface TestRequestAnswerProps {
  /** The sending of the chosen example. */
  sending: { data: ReplyOf<typeof sendTestRequest> | undefined; error: Error | null };
}

export function TestRequestAnswer({ sending: { data, error } }: TestRequestAnswerProps) {
  if (error)
    return (
      <Callout tone="bad" title="The test request was not sent" isUrgent>
        {firstMessage(error)}
      </Callout>
    );
  if (!data) return null;
  const { answer, request, example } = data;
  const isAccepted = answer.status < 300;
  return (
    <Callout
      tone={isAccepted ? "ok" : "bad"}
      title={`The source answered ${answer.status} to ${example}`}
      isUrgent
      {...(request && {
        action: (
          <Link to="/requests/$id" params={{ id: request.id }} className={buttonClass({ size: "sm" })}>
            Open the request
          </Link>
        ),
      })}
    >
      {whatFollows(data)}
    </Callout>
  );
}

function whatFollows({ answer, request }: ReplyOf<typeof sendTestRequest>): string {
  if (!request)
    return answer.status < 300
      ? "It replied to a challenge of the provider, so there is no request to open."
      : "It stored nothing.";
  if (request.rejection_cause === "NO_CONNECTION")
    return "It accepted the request, but no connection takes its requests to a destination.";
  if (request.rejection_cause !== null)
    return `It rejected the request: ${REJECTION_CAUSE_LABELS[request.rejection_cause]}. The request says more.`;
  return "It accepted the request. Its connections decide about it in a moment.";
}
