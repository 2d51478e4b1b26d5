/**
 * What did the destination answer? Every attempt at this event, and the answer to the chosen one.
 *
 * The newest attempt is chosen unless the URL names another. Then a new attempt appears by itself.
 */
import type { Attempt } from "@posthorn/contract/attempts";
import type { Event } from "@posthorn/contract/events";
import { useQuery } from "@tanstack/react-query";
import { attemptQuery, attemptsQuery, isAwaited, responseText } from "../attempt-queries.ts";
import { attemptOutcome } from "../delivery-outcome.ts";
import { useSession } from "../../session/use-session.ts";
import { Callout } from "../../../ui/callout.tsx";
import { BodyViewer } from "../../../ui/json-viewer/body-viewer.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { TextSkeleton } from "../../../ui/skeleton.tsx";
import { AttemptList } from "./attempt-list.tsx";

const NOT_YET = "Response will be shown once the delivery attempt has been made.";

export interface ResponseTabProps {
  event: Event;
  attemptId: string | undefined;
  onAttempt: (attemptId: string) => void;
}

export function ResponseTab({ event, attemptId, onAttempt }: ResponseTabProps) {
  const { retention_days } = useSession().project;
  const attempts = useQuery(attemptsQuery(event.id, event.status === "QUEUED"));
  if (attempts.isError && !attempts.data)
    return <LoadFailed error={attempts.error} onRetry={attempts.refetch} />;
  if (!attempts.data) return <TextSkeleton label="attempts" lines={5} />;
  const { models } = attempts.data;
  const chosen = models.find(({ id }) => id === attemptId) ?? models[0];
  if (!chosen) return <Quiet>{event.data === null ? archivedText(retention_days) : NOT_YET}</Quiet>;
  return (
    <>
      <AttemptList attempts={models} chosenId={chosen.id} onChoose={onAttempt} />
      <Answer attempt={chosen} isToldAbove={chosen === models[0] && isSettled(event)} />
    </>
  );
}

function archivedText(retentionDays: number): string {
  return `This event is past your archival period of ${retentionDays} days, the request data is no longer available.`;
}

/** The summary above already shows the outcome of the newest attempt of such an event. */
function isSettled({ status }: Event): boolean {
  return status === "SUCCESSFUL" || status === "FAILED";
}

/** The list has no bodies, so the chosen attempt needs a query of its own. */
function Answer({ attempt, isToldAbove }: { attempt: Attempt; isToldAbove: boolean }) {
  const detail = useQuery(attemptQuery(attempt.id));
  if (isAwaited(attempt)) return <Quiet>{NOT_YET}</Quiet>;
  const { title, advice } = attemptOutcome(attempt);
  return (
    <>
      {isToldAbove ? null : (
        <Callout
          tone={attempt.status === "SUCCESSFUL" ? "ok" : "bad"}
          title={`Attempt ${attempt.attempt_number}: ${title}`}
        >
          {advice === "" ? undefined : advice}
        </Callout>
      )}
      {detail.data ? (
        <AnswerBody attempt={detail.data} />
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

function Quiet({ children }: { children: string }) {
  return <p className="text-sm text-ink-2">{children}</p>;
}
