/**
 * What does a person read after an action on ticked rows? One toast: how many it was done to, and why not to the others.
 *
 * Pure. The operation says how many rows it acted on, but not which.
 */
import type { BatchOperation } from "@posthorn/contract/bulk";
import { countText } from "../../ui/count.ts";
import type { BulkAction } from "./bulk-query.ts";
import { countedItems, pastOf, queuedText } from "./bulk-words.ts";

export interface TickedReport {
  kind: "success" | "warning" | "error";
  text: string;
  description: string;
}

type Counted = Pick<BatchOperation, "in_progress" | "completed_count" | "failed_count" | "estimated_count">;

const WHY_NOT: Record<BulkAction, string> = {
  "events.retry":
    "Their connection is disabled or deleted, their data is archived, or they are on their way again.",
  "events.cancel": "They have ended meanwhile.",
  "requests.retry": "Their source still rejects them, or they have been accepted meanwhile.",
  "ignored_events.retry": "Their connection is disabled or deleted, or their data is archived.",
};

/** All rows that the operation found have been acted on. Events that it queued may still wait to be sent. */
export function isHandled({ in_progress, completed_count, failed_count, estimated_count }: Counted): boolean {
  return !in_progress || completed_count + failed_count >= estimated_count;
}

/** `ticked`: how many rows the person meant. */
export function tickedReport(type: BulkAction, operation: Counted, ticked: number): TickedReport {
  const left = isHandled(operation) ? Math.max(0, ticked - operation.completed_count) : 0;
  if (left === 0) return { kind: "success", text: queuedText(type), description: countedItems(type, ticked) };
  return {
    kind: left === ticked ? "error" : "warning",
    text: `${countText(left)} of ${countedItems(type, ticked)} could not be ${pastOf(type)}`,
    description: WHY_NOT[type],
  };
}
