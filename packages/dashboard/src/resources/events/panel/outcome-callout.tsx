/** What happened, the likely cause, what to do about it, and what happens next. */
import type { ReactNode } from "react";
import { Callout } from "../../../ui/callout.tsx";
import type { Tone } from "../../../ui/status-badge.tsx";
import type { Outcome } from "../delivery-outcome.ts";

export interface OutcomeCalloutProps {
  tone: Tone;
  title: ReactNode;
  advice: Outcome["advice"];
  next?: string;
}

export function OutcomeCallout({ tone, title, advice, next }: OutcomeCalloutProps) {
  if (advice === null && next === undefined) return <Callout tone={tone} title={title} />;
  return (
    <Callout tone={tone} title={title}>
      {advice === null ? null : (
        <dl className="mb-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 [overflow-wrap:anywhere]">
          <dt className="text-ink-3">Likely cause</dt>
          <dd>{advice.cause}</dd>
          <dt className="text-ink-3">What to do</dt>
          <dd>{advice.fix}</dd>
        </dl>
      )}
      {next === undefined ? null : <p>{next}</p>}
    </Callout>
  );
}
