/**
 * Asks before a bulk retry of events: how many there are of each status, and which of them to send.
 *
 * What failed is chosen. Delivered events are sent again only if the person ticks them.
 */
import type { RetryEstimate } from "@posthorn/contract/bulk";
import { RETRYABLE_STATUSES, type RetryableStatus } from "@posthorn/contract/causes";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Checkbox } from "../../ui/checkbox.tsx";
import { countText } from "../../ui/count.ts";
import { BulkConfirm, type BulkDialogProps } from "./bulk-confirm.tsx";
import { retryEstimateQuery } from "./bulk-queries.ts";
import { countingText, noneMatchText, willBeText } from "./bulk-words.ts";
import { chosenCount, firstChoice, withStatuses } from "./retry-choice.ts";

const TYPE = "events.retry";

const CHOICES: Record<RetryableStatus, { label: string; hint: string }> = {
  FAILED: { label: "Failed", hint: "Sent now, also those with an automatic retry to come." },
  CANCELLED: { label: "Cancelled", hint: "Somebody cancelled them before they were delivered." },
  SUCCESSFUL: {
    label: "Already delivered",
    hint: "The destination has them. It will get each of them a second time.",
  },
};

export function EventRetryDialog(props: BulkDialogProps) {
  const [chosen, setChosen] = useState(() => firstChoice(props.query));
  const { data: estimate, isError, error, refetch } = useQuery(retryEstimateQuery(props.query));
  const count = estimate && chosenCount(estimate, chosen);
  const toggle = (status: RetryableStatus) =>
    setChosen(RETRYABLE_STATUSES.filter((one) => (one === status) !== chosen.includes(one)));
  return (
    <BulkConfirm
      {...props}
      chosen={withStatuses(props.query, chosen)}
      // While nothing is chosen, there is no status to name but that of the list.
      {...(chosen.length === 0 && { shown: props.query })}
      count={count}
      description={sentence(estimate, count)}
      whyNot={whyNot(estimate, count)}
      failure={isError ? { error, onRetry: refetch } : undefined}
    >
      {estimate && possible(estimate).length > 0 ? (
        <fieldset className="flex flex-col gap-1.5">
          <legend className="sr-only">Which events to retry</legend>
          {possible(estimate).map((status) => (
            <Checkbox
              key={status}
              checked={chosen.includes(status)}
              onChange={() => toggle(status)}
              label={`${CHOICES[status].label}: ${countText(estimate[status])}`}
              hint={CHOICES[status].hint}
            />
          ))}
        </fieldset>
      ) : null}
    </BulkConfirm>
  );
}

function possible(estimate: RetryEstimate): RetryableStatus[] {
  return RETRYABLE_STATUSES.filter((status) => estimate[status] > 0);
}

function sentence(estimate: RetryEstimate | undefined, count: number | undefined): string {
  if (estimate === undefined || count === undefined) return countingText(TYPE);
  if (count > 0) return willBeText(TYPE, count);
  if (possible(estimate).length === 0) return noneMatchText(TYPE);
  return estimate.FAILED === 0 ? "None of these events has failed." : "Choose which events to retry.";
}

function whyNot(estimate: RetryEstimate | undefined, count: number | undefined): string | undefined {
  if (estimate === undefined || count !== 0) return undefined;
  return possible(estimate).length === 0 ? "Nothing matches those filters." : "Choose which events to retry.";
}
