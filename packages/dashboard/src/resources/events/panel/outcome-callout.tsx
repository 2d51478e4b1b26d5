/**
 * What happened and what happens next; then the likely cause of a failure, and what to do about it.
 *
 * The advice is last, because it comes and goes with the status: the lines above it stay where they are.
 */
import type { ReactNode } from "react";
import { Callout } from "../../../ui/callout.tsx";
import type { Tone } from "../../../ui/status-badge.tsx";
import type { Outcome } from "../unfailed-outcome.ts";

export interface OutcomeCalloutProps {
  tone: Tone;
  title: ReactNode;
  advice: Outcome["advice"];
  next?: string;
  /** Links that lead on from a failure. */
  action?: ReactNode;
  className?: string;
}

export function OutcomeCallout({ tone, title, advice, next, action, className = "" }: OutcomeCalloutProps) {
  if (advice === null && next === undefined)
    return <Callout tone={tone} title={title} action={action} className={className} />;
  return (
    <Callout tone={tone} title={title} action={action} className={className}>
      {next === undefined ? null : <p>{next}</p>}
      {advice === null ? null : (
        <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 [overflow-wrap:anywhere]">
          <dt className="text-ink-3">Likely cause</dt>
          <dd>{advice.cause}</dd>
          <dt className="text-ink-3">What to do</dt>
          <dd>{advice.fix}</dd>
        </dl>
      )}
    </Callout>
  );
}
