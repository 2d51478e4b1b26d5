/** What of an issue can be sent again? Null: nothing that belongs to it. */
import type { Issue } from "@posthorn/contract/issues";
import type { BulkAction } from "../../resources/bulk/bulk-query.ts";

export function retriedOf(issue: Issue): Extract<BulkAction, "events.retry" | "ignored_events.retry"> | null {
  if (issue.type === "delivery") return "events.retry";
  // Code that only wrote to its console has returned a request, and that went on.
  return issue.type === "transformation" && issue.aggregation_keys.log_level.includes("fatal")
    ? "ignored_events.retry"
    : null;
}
