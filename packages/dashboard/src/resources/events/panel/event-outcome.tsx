/**
 * What happened to an event, and what happens next?
 *
 * The words about failures load with the first event that failed. Until then, and if they cannot be loaded, its status
 * stands in their place.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { Event } from "@posthorn/contract/events";
import { EVENT_STATUS_LABELS } from "@posthorn/contract/texts";
import { Callout } from "../../../ui/callout.tsx";
import { later } from "../../../ui/later.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { EVENT_STATUS_TONES } from "../event-status-tones.ts";
import { unfailedOutcome } from "../unfailed-outcome.ts";
import { OutcomeCallout } from "./outcome-callout.tsx";

export interface EventOutcomeProps {
  event: Event;
  connection: Connection | undefined;
  className?: string;
}

const FailedOutcome = later(() => import("./failed-outcome.tsx")).component(
  (loaded) => loaded.FailedOutcome,
  StatusAlone,
  StatusAlone,
);

export function EventOutcome(props: EventOutcomeProps) {
  const { event, className } = props;
  const outcome = unfailedOutcome(event, useNow());
  if (outcome) return <OutcomeCallout {...outcome} {...(className !== undefined && { className })} />;
  return <FailedOutcome {...props} />;
}

function StatusAlone({ event: { status }, className }: EventOutcomeProps) {
  return (
    <Callout
      tone={EVENT_STATUS_TONES[status]}
      title={EVENT_STATUS_LABELS[status]}
      {...(className !== undefined && { className })}
    />
  );
}
