/** Asks before a bulk operation that acts on everything which the filters match. */
import { useQuery } from "@tanstack/react-query";
import { BulkConfirm, type BulkDialogProps } from "./bulk-confirm.tsx";
import { bulkPlanQuery } from "./bulk-queries.ts";
import type { BulkAction } from "./bulk-query.ts";
import { countingText, noneMatchText, willBeText } from "./bulk-words.ts";

export function BulkDialog(props: BulkDialogProps) {
  const { type, query } = props;
  const { data, isError, error, refetch } = useQuery(bulkPlanQuery(type, query));
  const count = data?.estimated_count;
  return (
    <BulkConfirm
      {...props}
      chosen={query}
      count={count}
      description={sentence(type, count)}
      whyNot={count === 0 ? "Nothing matches those filters." : undefined}
      failure={isError ? { error, onRetry: refetch } : undefined}
    />
  );
}

function sentence(type: BulkAction, count: number | undefined): string {
  if (count === undefined) return countingText(type);
  return count === 0 ? noneMatchText(type) : willBeText(type, count);
}
