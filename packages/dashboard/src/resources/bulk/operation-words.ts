/** What do people read about a bulk operation in its panel? Its name, its progress, its outcome, and its end. Pure. */
import type { BatchOperation } from "@posthorn/contract/bulk";
import type { BulkType } from "@posthorn/contract/causes";
import { actionName, countedItems, itemsOf, pastOf, verbOf } from "./bulk-words.ts";

const TYPE_NAMES: Record<BulkType, string> = {
  "events.retry": "Retries of events",
  "events.cancel": "Cancellations of events",
  "ignored_events.retry": "Retries of ignored events",
  "requests.retry": "Retries of requests",
  "requests.replay": "Replays of requests",
};

/** For a filter by type. */
export function typeName(type: BulkType): string {
  return TYPE_NAMES[type];
}

/** The link to what an operation acts on. Ignored events are shown with their requests. */
export function rowsLabel(type: BulkType): string {
  return type === "events.retry" || type === "events.cancel" ? "View events" : "View requests";
}

/** `Bulk retry #41` */
export function operationName({ type, number }: Pick<BatchOperation, "type" | "number">): string {
  return `${actionName(type)} #${number}`;
}

export function abortedText({ type, number }: Pick<BatchOperation, "type" | "number">): string {
  return `Aborted bulk ${verbOf(type)} #${number}`;
}

export function notAbortedText({ type, number }: Pick<BatchOperation, "type" | "number">): string {
  return `Failed to cancel bulk ${verbOf(type)} #${number}`;
}

/** For an empty list of operations of this type; undefined: of any type. */
export function noneText(type: BulkType | undefined): string {
  if (type === "events.cancel") return "No bulk cancellations";
  return `No bulk ${type === undefined ? "operations" : itemsOf(type)}`;
}

/** From 0 to 100. A retry counts what was sent, and never shows 100 before it is complete. */
export function percentOf({ type, progress, completed_count, estimated_count }: BatchOperation): number {
  const percent =
    type === "events.cancel"
      ? Math.round((completed_count / Math.max(1, estimated_count)) * 100)
      : Math.floor(progress * 100);
  return Math.min(100, Math.max(0, percent));
}

/** How many are done so far, so that the number agrees with the percentage. An event that waits to be sent is not. */
export function doneSoFar({ type, progress, completed_count, estimated_count }: BatchOperation): number {
  return type === "events.cancel" ? completed_count : Math.round(progress * estimated_count);
}

export type BulkOutcome = "ongoing" | "completed" | "aborted" | "failed";

export function outcomeOf(operation: BatchOperation): BulkOutcome {
  if (operation.in_progress) return "ongoing";
  if (operation.completed_at !== null) return "completed";
  return operation.cancelled_at === null ? "failed" : "aborted";
}

const SECOND_MS = 1000;
const MINUTE_S = 60;
/** An estimate from less than this would jump. */
const LEAST_PROGRESS = 0.02;

/** `9 s`, `3 min`, `2 h` */
function lengthText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / SECOND_MS));
  if (seconds < MINUTE_S) return `${seconds} s`;
  const minutes = Math.round(seconds / MINUTE_S);
  return minutes < MINUTE_S ? `${minutes} min` : `${Math.round(minutes / MINUTE_S)} h`;
}

/** `about 16 s left`; undefined while nobody can say. */
export function timeLeft({ created_at, progress }: BatchOperation, now: Date): string | undefined {
  if (progress < LEAST_PROGRESS || progress >= 1) return undefined;
  const pastMs = now.getTime() - Date.parse(created_at);
  return pastMs <= 0 ? undefined : `about ${lengthText((pastMs * (1 - progress)) / progress)} left`;
}

/** How long an operation took that has ended: `9 s`. */
export function lengthOf({ created_at, completed_at, cancelled_at, updated_at }: BatchOperation): string {
  return lengthText(Date.parse(completed_at ?? cancelled_at ?? updated_at) - Date.parse(created_at));
}

/** The second line about an operation that has ended: what was done, and what was not. */
export function endText(operation: BatchOperation): string {
  const { type, completed_count, failed_count, estimated_count } = operation;
  const past = pastOf(type);
  const refused = failed_count > 0 ? ` ${countedItems(type, failed_count)} could not be ${past}.` : "";
  const left = estimated_count - completed_count - failed_count;
  const notReached =
    left > 0 ? ` ${countedItems(type, left)} ${left === 1 ? "was" : "were"} not ${past}.` : "";
  const after = lengthOf(operation);
  switch (outcomeOf(operation)) {
    case "completed":
      return `Completed in ${after}.${refused}`;
    case "aborted":
      return `Aborted after ${after}.${refused}${notReached}`;
    case "failed":
      return `Ended by an error after ${after}.${refused}${notReached}`;
    case "ongoing":
      return "";
  }
}
