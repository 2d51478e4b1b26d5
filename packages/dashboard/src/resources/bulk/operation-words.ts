/** What do people read about a bulk operation in its panel? Its name, its progress, its outcome, and its end. Pure. */
import type { BulkOperation } from "@posthorn/contract/bulk";
import type { BulkType } from "@posthorn/contract/causes";
import { countText } from "../../ui/count.ts";
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
export function operationName({ type, number }: Pick<BulkOperation, "type" | "number">): string {
  return `${actionName(type)} #${number}`;
}

export function abortedText({ type, number }: Pick<BulkOperation, "type" | "number">): string {
  return `Aborted bulk ${verbOf(type)} #${number}`;
}

export function notAbortedText({ type, number }: Pick<BulkOperation, "type" | "number">): string {
  return `Failed to cancel bulk ${verbOf(type)} #${number}`;
}

/** For an empty list of operations of this type; undefined: of any type. */
export function noneText(type: BulkType | undefined): string {
  if (type === "events.cancel") return "No bulk cancellations";
  return `No bulk ${type === undefined ? "operations" : itemsOf(type)}`;
}

/** From 0 to 100. A retry counts what was sent, and never shows 100 before it is complete. */
export function percentOf({ type, progress, completed_count, estimated_count }: BulkOperation): number {
  const percent =
    type === "events.cancel"
      ? Math.round((completed_count / Math.max(1, estimated_count)) * 100)
      : Math.floor(progress * 100);
  return Math.min(100, Math.max(0, percent));
}

/** How many are done so far, so that the number agrees with the percentage. An event that waits to be sent is not. */
export function doneSoFar({ type, progress, completed_count, estimated_count }: BulkOperation): number {
  return type === "events.cancel" ? completed_count : Math.round(progress * estimated_count);
}

export type BulkOutcome = "ongoing" | "completed" | "aborted" | "failed";

export function outcomeOf(operation: BulkOperation): BulkOutcome {
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
export function timeLeft({ created_at, progress }: BulkOperation, now: Date): string | undefined {
  if (progress < LEAST_PROGRESS || progress >= 1) return undefined;
  const pastMs = now.getTime() - Date.parse(created_at);
  return pastMs <= 0 ? undefined : `about ${lengthText((pastMs * (1 - progress)) / progress)} left`;
}

/** How long an operation took that has ended: `9 s`. */
export function lengthOf({ created_at, completed_at, cancelled_at, updated_at }: BulkOperation): string {
  return lengthText(Date.parse(completed_at ?? cancelled_at ?? updated_at) - Date.parse(created_at));
}

/** `Ada`, `API key ci`; null for an operation of an earlier release. */
export function startedByText({ started_by }: Pick<BulkOperation, "started_by">): string | null {
  if (started_by === null) return null;
  const { kind, name } = started_by;
  if (kind === "person") return name ?? "Somebody who has left";
  return name === null ? "A revoked API key" : `API key ${name}`;
}

/** `15 delivered, 12 failed again`; null while nobody knows, or if nothing was sent. */
function outcomeText({ outcome }: Pick<BulkOperation, "outcome">): string | null {
  if (outcome === null) return null;
  const { delivered, failed_again } = outcome;
  const parts = [
    ...(delivered > 0 ? [`${countText(delivered)} delivered`] : []),
    ...(failed_again > 0 ? [`${countText(failed_again)} failed again`] : []),
  ];
  return parts.length === 0 ? null : parts.join(", ");
}

/** The sentences about an operation that has ended: what became of the rows, and what was not done. */
export function endText(operation: BulkOperation): string {
  const after = lengthOf(operation);
  switch (outcomeOf(operation)) {
    case "completed":
      return [`Completed in ${after}.`, ...sentText(operation), ...refusedText(operation)].join(" ");
    case "aborted":
      return [`Aborted after ${after}.`, ...sentText(operation), ...leftText(operation)].join(" ");
    case "failed":
      return [`Ended by an error after ${after}.`, ...sentText(operation), ...leftText(operation)].join(" ");
    case "ongoing":
      return "";
  }
}

/** Events of a completed retry that were not sent are held by a pause, or were cancelled. */
function sentText(operation: BulkOperation): string[] {
  const { type, outcome, completed_count, in_flight_count } = operation;
  const unsent = outcome === null ? 0 : completed_count - outcome.delivered - outcome.failed_again;
  const text = outcomeText(operation);
  return [
    ...(text === null ? [] : [`${text}.`]),
    ...(unsent > 0 ? [`${countedItems(type, unsent)} not sent yet.`] : []),
    ...(in_flight_count > 0 ? [`${countedItems(type, in_flight_count)} still on the way.`] : []),
  ];
}

function refusedText({ type, failed_count }: BulkOperation): string[] {
  return failed_count > 0 ? [`${countedItems(type, failed_count)} could not be ${pastOf(type)}.`] : [];
}

function leftText(operation: BulkOperation): string[] {
  const { type, estimated_count, completed_count, failed_count, in_flight_count } = operation;
  const left = estimated_count - completed_count - failed_count - in_flight_count;
  return [
    ...refusedText(operation),
    ...(left > 0 ? [`${countedItems(type, left)} ${left === 1 ? "was" : "were"} not ${pastOf(type)}.`] : []),
  ];
}
