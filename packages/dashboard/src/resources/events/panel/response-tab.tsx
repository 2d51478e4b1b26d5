/**
 * What did the destination answer? Every attempt at this event, and the answer to the chosen one.
 *
 * The newest attempt is chosen unless the URL names another. Then a new attempt appears by itself.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { Event } from "@posthorn/contract/events";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { TextSkeleton } from "../../../ui/skeleton.tsx";
import { useAttempts } from "../use-attempts.ts";
import { PastArchive } from "../../plans/past-archive.tsx";
import { AttemptAnswer, NOT_YET, Quiet } from "./attempt-answer.tsx";
import { AttemptList } from "./attempt-list.tsx";
import { CompareMenu } from "./compare-menu.tsx";

export interface ResponseTabProps {
  event: Event;
  connection: Connection | undefined;
  attemptId: string | undefined;
  onAttempt: (attemptId: string) => void;
}

export function ResponseTab({ event, connection, attemptId, onAttempt }: ResponseTabProps) {
  const attempts = useAttempts(event);
  if (attempts.isError && !attempts.data)
    return <LoadFailed error={attempts.error} onRetry={attempts.refetch} />;
  if (!attempts.data) return <TextSkeleton label="attempts" lines={5} />;
  const { models } = attempts.data;
  const chosen = models.find(({ id }) => id === attemptId) ?? models[0];
  if (!chosen)
    return <Quiet>{event.data === null ? <PastArchive what="attempt response" /> : NOT_YET}</Quiet>;
  return (
    <>
      <AttemptList attempts={models} chosenId={chosen.id} onChoose={onAttempt} />
      {models.length > 1 ? (
        <div className="-mt-2 self-end">
          <CompareMenu attempt={chosen} attempts={models} />
        </div>
      ) : null}
      <AttemptAnswer
        attempt={chosen}
        event={event}
        connection={connection}
        isToldAbove={chosen === models[0] && isSettled(event)}
      />
    </>
  );
}

/** The summary above already shows the outcome of the newest attempt of such an event. */
function isSettled({ status }: Event): boolean {
  return status === "SUCCESSFUL" || status === "FAILED";
}
