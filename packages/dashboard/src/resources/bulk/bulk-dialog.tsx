/** Asks before a bulk operation: how many it would act on, what it leaves out, and why it cannot begin. */
import { BULK_ONGOING } from "@posthorn/contract/texts";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { useStartBulk } from "./bulk-actions.ts";
import { bulkPlanQuery, identicalQuery } from "./bulk-queries.ts";
import type { BulkAction, BulkQuery } from "./bulk-query.ts";
import { warningsFor } from "./bulk-warnings.ts";
import { actionName, countedAction, countedItems, itemsOf, pastOf, verbOf } from "./bulk-words.ts";
import { boundsOf } from "./operation-rows.ts";
import { QueryChips } from "./query-chips.tsx";

export interface BulkDialogProps {
  type: BulkAction;
  /** As the filters of the list say. */
  chosen: BulkQuery;
  /** With the default date, if no date was chosen. */
  query: BulkQuery;
  onStarted: () => void;
  onClose: () => void;
}

export function BulkDialog({ type, chosen, query, onStarted, onClose }: BulkDialogProps) {
  const back = useRef<HTMLButtonElement>(null);
  const plan = useQuery(bulkPlanQuery(type, query));
  const { data: isOngoing = false } = useQuery(identicalQuery(type, query));
  const { mutate: start, isPending } = useStartBulk(type);
  const count = plan.data?.estimated_count;
  const whyNot = isOngoing ? BULK_ONGOING : whyNoCount(count, plan.isError);
  const verb = verbOf(type);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      initialFocus={back}
      title={actionName(type)}
      description={sentence(type, count)}
      footer={
        <>
          <Button ref={back} onClick={onClose}>
            Go back
          </Button>
          <Button
            variant={verb === "cancel" ? "danger" : "primary"}
            isPending={isPending}
            disabledReason={whyNot}
            onClick={() => start(query, { onSuccess: onStarted })}
          >
            {count === undefined
              ? `${verb === "cancel" ? "Cancel" : "Retry"} ${itemsOf(type)}`
              : countedAction(type, count)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <QueryChips query={query} />
        <Warnings type={type} chosen={chosen} query={query} />
        {isOngoing ? (
          <Callout tone="hold" isUrgent title={BULK_ONGOING}>
            Follow it under Bulk operations, or abort it there first.
          </Callout>
        ) : null}
        {plan.isError ? (
          <LoadFailedLine what="The estimate" error={plan.error} onRetry={() => plan.refetch()} />
        ) : null}
      </div>
    </Dialog>
  );
}

function whyNoCount(count: number | undefined, isFailed: boolean): string | undefined {
  if (isFailed) return "The estimate could not be loaded.";
  if (count === undefined) return "Counting…";
  return count === 0 ? "Nothing matches those filters." : undefined;
}

function sentence(type: BulkAction, count: number | undefined): string {
  if (count === undefined) return `Counting the ${itemsOf(type)} that match…`;
  if (count === 0) return `No ${itemsOf(type)} match those filters that could be ${pastOf(type)}.`;
  return `An estimated ${countedItems(type, count)} will be ${pastOf(type)}.`;
}

function Warnings({ type, chosen, query }: Pick<BulkDialogProps, "type" | "chosen" | "query">) {
  const { isSinceYesterday, texts } = warningsFor(type, chosen);
  const { min } = boundsOf(query["created_at"]);
  if (!isSinceYesterday && texts.length === 0) return null;
  return (
    <ul className="flex list-disc flex-col gap-1 pl-4 text-sm text-ink-2">
      {isSinceYesterday && min !== undefined ? (
        <li>
          No date is chosen, so only {itemsOf(type)} since yesterday count (<Timestamp value={min} />
          ).
        </li>
      ) : null}
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
