/**
 * Acts on everything that the filters of a list match: "Bulk retry", "Bulk cancel".
 *
 *     <BulkButton type="events.retry" hasFilters={…} queryOf={(now) => …} onStarted={…} />
 *
 * `queryOf` makes the API's query from the filters. It is asked once, when the dialog opens, so that a relative date
 * means the same moment in the estimate and in the operation.
 */
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useRefusal } from "../session/use-refusal.ts";
import { datedQuery, type BulkAction, type BulkQuery } from "./bulk-query.ts";
import { actionName } from "./bulk-words.ts";

const BulkDialog = lazy(async () => ({ default: (await import("./bulk-dialog.tsx")).BulkDialog }));

export interface BulkButtonProps {
  type: BulkAction;
  hasFilters: boolean;
  queryOf: (now: Date) => BulkQuery;
  /** The operation has begun. The screen shows the panel with the ongoing ones. */
  onStarted: () => void;
}

export function BulkButton({ type, hasFilters, queryOf, onStarted }: BulkButtonProps) {
  const refusal = useRefusal("member");
  const [asked, setAsked] = useState<{ query: BulkQuery; chosen: BulkQuery } | null>(null);
  const open = () => {
    const now = new Date();
    const chosen = queryOf(now);
    setAsked({ chosen, query: datedQuery(type, chosen, now) });
  };
  const close = () => setAsked(null);
  return (
    <>
      <Button
        size="sm"
        disabledReason={refusal ?? (hasFilters ? undefined : "Choose a filter first.")}
        onClick={open}
      >
        {actionName(type)}
      </Button>
      {asked ? (
        <Suspense>
          <BulkDialog
            type={type}
            {...asked}
            onClose={close}
            onStarted={() => {
              close();
              onStarted();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
