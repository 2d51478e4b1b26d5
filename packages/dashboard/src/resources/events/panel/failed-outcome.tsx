/** What happened to an event that failed or was cancelled, why, and what to do about it. It counts down to the next attempt. */
import { useNow } from "../../../ui/use-now.ts";
import { useSession } from "../../session/use-session.ts";
import { outcomeOf } from "../delivery-outcome.ts";
import { failedAt } from "../failed-at.ts";
import type { EventOutcomeProps } from "./event-outcome.tsx";
import { FailingSince } from "./failing-since.tsx";
import { FailureSteps } from "./failure-steps.tsx";
import { OutcomeCallout } from "./outcome-callout.tsx";

export function FailedOutcome({ event, connection, className }: EventOutcomeProps) {
  const { retention_days } = useSession().project;
  const at = failedAt({ event, connection, retentionDays: retention_days });
  return (
    <OutcomeCallout
      {...outcomeOf(event, useNow(), at)}
      action={
        event.status === "FAILED" ? (
          <>
            <FailureSteps event={event} />
            {/* It loads later, so it is last: the links above it stay where they are. */}
            <FailingSince event={event} />
          </>
        ) : undefined
      }
      {...(className !== undefined && { className })}
    />
  );
}
