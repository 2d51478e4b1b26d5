/** The responses to two attempts at an event, side by side: what did the destination answer differently? */
import type { Attempt } from "@posthorn/contract/attempts";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { CompareWindow, ComparedParts } from "../payloads/compare-window.tsx";
import { comparedBodies } from "../payloads/compared-parts.ts";
import { attemptQuery, responseText } from "./attempt-queries.ts";
import { attemptOutcome } from "./delivery-outcome.ts";

export interface CompareAttemptsProps {
  before: Attempt;
  after: Attempt;
  onClose: () => void;
}

export function CompareAttempts({ before, after, onClose }: CompareAttemptsProps) {
  return (
    <CompareWindow
      title="Compare attempts"
      before={<AttemptName attempt={before} />}
      after={<AttemptName attempt={after} />}
      onClose={onClose}
    >
      <Responses beforeId={before.id} afterId={after.id} />
    </CompareWindow>
  );
}

function AttemptName({ attempt }: { attempt: Attempt }) {
  return (
    <>
      Attempt {attempt.attempt_number} · {attemptOutcome(attempt).title} ·{" "}
      <Timestamp value={attempt.created_at} className="text-ink-2" />
    </>
  );
}

/** Lists of attempts have no bodies, so each needs a query of its own. */
function Responses({ beforeId, afterId }: { beforeId: string; afterId: string }) {
  const before = useQuery(attemptQuery(beforeId));
  const after = useQuery(attemptQuery(afterId));
  const failed = [before, after].find(({ isError, data }) => isError && !data);
  if (failed?.error) return <LoadFailed error={failed.error} onRetry={failed.refetch} />;
  if (!before.data || !after.data)
    return (
      <div className="p-4">
        <TextSkeleton label="responses" lines={6} />
      </div>
    );
  const texts = comparedBodies(responseText(before.data) ?? "", responseText(after.data) ?? "");
  return <ComparedParts parts={[{ label: "Response body", ...texts }]} />;
}
