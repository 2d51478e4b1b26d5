/**
 * Lists the attempts of one event, newest first, and lets the person choose one.
 */
import type { Attempt } from "@posthorn/contract/attempts";
import { ATTEMPT_TRIGGER_LABELS } from "@posthorn/contract/texts";
import { AttemptStatusBadge } from "../attempt-status-badge.tsx";
import { Timestamp } from "../../../ui/timestamp.tsx";
import { latencyText, shortLatency } from "./latency.ts";

export interface AttemptListProps {
  attempts: readonly Attempt[];
  chosenId: string;
  onChoose: (attemptId: string) => void;
}

export function AttemptList({ attempts, chosenId, onChoose }: AttemptListProps) {
  return (
    <ol
      aria-label="Delivery attempts"
      className="grid max-h-64 grid-cols-[auto_auto_minmax(0,1fr)_auto_auto] overflow-y-auto rounded-md border border-line"
      reversed
    >
      {attempts.map((attempt) => (
        <li
          key={attempt.id}
          className="col-span-full grid grid-cols-subgrid border-b border-line last:border-b-0"
        >
          <button
            type="button"
            aria-current={attempt.id === chosenId || undefined}
            onClick={() => onChoose(attempt.id)}
            className="col-span-full grid grid-cols-subgrid items-center gap-x-2 px-3 py-1.5 text-left text-sm transition-colors hover:bg-hover focus-visible:outline-offset-[-2px] aria-[current=true]:bg-sel"
          >
            <span className="text-ink-3 tabular-nums">#{attempt.attempt_number}</span>
            <Timestamp value={attempt.created_at} />
            <span className="flex min-w-0">
              <AttemptStatusBadge attempt={attempt} />
            </span>
            <span className="text-xs text-ink-2">{ATTEMPT_TRIGGER_LABELS[attempt.trigger]}</span>
            <span
              className="text-right text-xs text-ink-3 tabular-nums max-sm:hidden"
              data-tooltip={latencyText(attempt)}
            >
              {shortLatency(attempt)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
