/**
 * What do people read about a bulk action: on its buttons, in its dialog, and in the toasts when it begins? Pure.
 *
 * Every list of events or requests loads this. `operation-words.ts` has the words of the panel.
 */
import type { BulkType } from "@posthorn/contract/causes";
import { countText } from "../../ui/count.ts";

type Verb = "retry" | "cancel" | "replay";

const VERBS: Record<BulkType, Verb> = {
  "events.retry": "retry",
  "events.cancel": "cancel",
  "ignored_events.retry": "retry",
  "requests.retry": "retry",
  "requests.replay": "replay",
};

interface Noun {
  one: string;
  many: string;
}

const EVENTS: Noun = { one: "event", many: "events" };
const REQUESTS: Noun = { one: "request", many: "requests" };
const NOUNS: Record<BulkType, Noun> = {
  "events.retry": EVENTS,
  "events.cancel": EVENTS,
  "ignored_events.retry": { one: "ignored event", many: "ignored events" },
  "requests.retry": REQUESTS,
  "requests.replay": REQUESTS,
};

export function verbOf(type: BulkType): Verb {
  return VERBS[type];
}

/** `retried`, as in "could not be retried". */
export function pastOf(type: BulkType): string {
  return { retry: "retried", cancel: "cancelled", replay: "replayed" }[verbOf(type)];
}

export function itemsOf(type: BulkType): string {
  return NOUNS[type].many;
}

/** `1 event`, `2,130 ignored events` */
export function countedItems(type: BulkType, count: number): string {
  const { one, many } = NOUNS[type];
  return `${countText(count)} ${count === 1 ? one : many}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `Retry 186`, on a button whose number is known. */
export function countedAction(type: BulkType, count: number): string {
  return `${capital(verbOf(type))} ${countText(count)}`;
}

/** `Bulk retry`, on a button. */
export function actionName(type: BulkType): string {
  return `Bulk ${verbOf(type)}`;
}

export function countingText(type: BulkType): string {
  return `Counting the ${itemsOf(type)} that match…`;
}

export function noneMatchText(type: BulkType): string {
  return `No ${itemsOf(type)} match those filters that could be ${pastOf(type)}.`;
}

export function willBeText(type: BulkType, count: number): string {
  return `An estimated ${countedItems(type, count)} will be ${pastOf(type)}.`;
}

export function queuedText(type: BulkType): string {
  return type === "events.cancel"
    ? "Events queued for cancellation"
    : `${capital(itemsOf(type))} queued for retry`;
}

export function notQueuedText(type: BulkType): string {
  return type === "events.cancel"
    ? "Failed to queue events for cancellation"
    : `${capital(itemsOf(type))} failed to queue for retry`;
}
