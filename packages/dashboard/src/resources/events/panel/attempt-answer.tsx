/**
 * How did one attempt end, and what did the destination answer?
 *
 * Lists have no bodies, so it reads the attempt itself. While the attempt has no outcome, or its body is not stored yet,
 * it says so and reads it again.
 */
import type { Attempt } from "@posthorn/contract/attempts";
import type { Connection } from "@posthorn/contract/connections";
import type { Event } from "@posthorn/contract/events";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BodyViewer } from "../../../ui/json-viewer/body-viewer.tsx";
import { whyGone } from "../../../ui/entity-page/entity-gone.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { TextSkeleton } from "../../../ui/skeleton.tsx";
import { useSession } from "../../session/use-session.ts";
import { attemptQuery, isAwaited, responseText } from "../attempt-queries.ts";
import { attemptOutcome } from "../delivery-outcome.ts";
import { failedAt } from "../failed-at.ts";
import { PastArchive } from "../../plans/past-archive.tsx";
import { OutcomeCallout } from "./outcome-callout.tsx";

export const NOT_YET = "Response will be shown once the delivery attempt has been made.";

export interface AttemptAnswerProps {
  attempt: Attempt;
  event: Event;
  connection: Connection | undefined;
  /** The summary of the event above has the same outcome. */
  isToldAbove?: boolean;
}

export function AttemptAnswer({ attempt, event, connection, isToldAbove = false }: AttemptAnswerProps) {
  const { retention_days } = useSession().project;
  const detail = useQuery(attemptQuery(attempt.id));
  if (isAwaited(attempt)) return <Quiet>{NOT_YET}</Quiet>;
  const requestedUrl = detail.data?.requested_url;
  const { title, advice } = attemptOutcome(
    attempt,
    failedAt({ event, connection, requestedUrl, retentionDays: retention_days }),
  );
  return (
    <>
      {isToldAbove ? null : (
        <OutcomeCallout
          tone={attempt.status === "SUCCESSFUL" ? "ok" : "bad"}
          title={`Attempt ${attempt.attempt_number}: ${title}`}
          advice={advice}
        />
      )}
      {detail.data ? (
        <AnswerBody attempt={detail.data} />
      ) : whyGone(detail.error) ? (
        <Quiet>
          <PastArchive what="attempt response" />
        </Quiet>
      ) : detail.isError ? (
        <LoadFailed error={detail.error} onRetry={detail.refetch} />
      ) : (
        <TextSkeleton label="response" lines={4} />
      )}
    </>
  );
}

function AnswerBody({ attempt }: { attempt: Attempt }) {
  if (isAwaited(attempt)) return <Quiet>{NOT_YET}</Quiet>;
  const text = responseText(attempt);
  if (text === null && attempt.response_status === null)
    return <Quiet>{attempt.error_code === null ? "Fatal error" : "No response was received."}</Quiet>;
  return <BodyViewer label="Response body" text={text ?? ""} contentType={null} />;
}

export function Quiet({ children }: { children: ReactNode }) {
  return <p className="text-sm text-ink-2">{children}</p>;
}
