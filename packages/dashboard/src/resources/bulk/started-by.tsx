/** The person or the API key that started a bulk operation, beside its name: `· Ada`. */
import type { BulkOperation } from "@posthorn/contract/bulk";
import { startedByText } from "./operation-words.ts";

export function StartedBy({ operation }: { operation: BulkOperation }) {
  const text = startedByText(operation);
  if (text === null) return null;
  return (
    <span className="text-xs text-ink-2">
      <span aria-hidden>· </span>
      <span className="sr-only">started by </span>
      {text}
    </span>
  );
}
