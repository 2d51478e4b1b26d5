/** The dialog before any bulk operation: how many it would act on, what it leaves out, and why it cannot begin. */
import { BULK_ONGOING } from "@posthorn/contract/texts";
import { useQuery } from "@tanstack/react-query";
import { useRef, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { useStartBulk } from "./bulk-actions.ts";
import { identicalQuery } from "./bulk-queries.ts";
import type { BulkAction, BulkQuery } from "./bulk-query.ts";
import { warningsFor } from "./bulk-warnings.ts";
import { actionName, countedAction, itemsOf, verbOf } from "./bulk-words.ts";
import { QueryChips } from "./query-chips.tsx";

export interface BulkDialogProps {
  type: BulkAction;
  /** As the filters of the list say. */
  query: BulkQuery;
  onStarted: () => void;
  onClose: () => void;
}

export interface BulkConfirmProps extends BulkDialogProps {
  /** On what the operation would act: the query with what the person has chosen in the dialog. */
  chosen: BulkQuery;
  /** Which filters the dialog names; those of `chosen` by default. */
  shown?: BulkQuery;
  description: string;
  /** How many it would act on; undefined until it is known. */
  count: number | undefined;
  /** Why nothing can begin although the count is known. */
  whyNot: string | undefined;
  failure: { error: Error; onRetry: () => Promise<unknown> } | undefined;
  /** What else there is to decide. */
  children?: ReactNode;
}

export function BulkConfirm({
  type,
  query,
  chosen,
  shown = chosen,
  description,
  count,
  whyNot,
  failure,
  onStarted,
  onClose,
  children,
}: BulkConfirmProps) {
  const back = useRef<HTMLButtonElement>(null);
  const { data: isOngoing = false } = useQuery(identicalQuery(type, chosen));
  const { mutate: start, isPending } = useStartBulk(type);
  const verb = verbOf(type);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      initialFocus={back}
      title={actionName(type)}
      description={description}
      footer={
        <>
          <Button ref={back} onClick={onClose}>
            Go back
          </Button>
          <Button
            variant={verb === "cancel" ? "danger" : "primary"}
            isPending={isPending}
            disabledReason={isOngoing ? BULK_ONGOING : (whyNoCount(count, failure !== undefined) ?? whyNot)}
            onClick={() => start(chosen, { onSuccess: onStarted })}
          >
            {count === undefined
              ? `${verb === "cancel" ? "Cancel" : "Retry"} ${itemsOf(type)}`
              : countedAction(type, count)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {children}
        <QueryChips query={shown} />
        <Warnings type={type} query={query} />
        {isOngoing ? (
          <Callout tone="hold" isUrgent title={BULK_ONGOING}>
            Follow it under Bulk operations, or abort it there first.
          </Callout>
        ) : null}
        {failure ? (
          <LoadFailedLine what="The estimate" error={failure.error} onRetry={failure.onRetry} />
        ) : null}
      </div>
    </Dialog>
  );
}

function whyNoCount(count: number | undefined, isFailed: boolean): string | undefined {
  if (isFailed) return "The estimate could not be loaded.";
  return count === undefined ? "Counting…" : undefined;
}

function Warnings({ type, query }: Pick<BulkDialogProps, "type" | "query">) {
  const texts = warningsFor(type, query);
  if (texts.length === 0) return null;
  return (
    <ul className="flex list-disc flex-col gap-1 pl-4 text-sm text-ink-2">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
