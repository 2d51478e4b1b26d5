/**
 * How did the latest operations end? Stands below the ongoing ones, so that an operation which a person watches does not
 * vanish at its end. What it did changes the numbers on the buttons, so they are read again.
 */
import type { BulkType } from "@posthorn/contract/causes";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "../../ui/button.tsx";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { BulkHistory } from "./bulk-history.tsx";
import { BUTTON_PLANS, lastFinishedQuery } from "./bulk-queries.ts";

export interface LastFinishedProps {
  type: BulkType | undefined;
  endedCount: number;
  /** Shows the history with its pages. */
  onAll: () => void;
}

export function LastFinished({ type, endedCount, onAll }: LastFinishedProps) {
  const { data: operations, isError, error, refetch } = useQuery(lastFinishedQuery(type, endedCount));
  const client = useQueryClient();
  useEffect(() => {
    if (operations) void client.invalidateQueries({ queryKey: BUTTON_PLANS });
  }, [client, operations]);
  return (
    <section aria-label="Last finished">
      <div className="mb-2 flex items-center justify-between gap-4">
        <h3 className="text-sm font-semibold">Last finished</h3>
        <Button size="sm" variant="quiet" onClick={onAll}>
          All history
        </Button>
      </div>
      {operations ? <BulkHistory operations={operations} /> : null}
      {isError && !operations ? <LoadFailedLine what="The history" error={error} onRetry={refetch} /> : null}
    </section>
  );
}
