/** What does the page say about an erasure? Pure. */
import type { Erasure, ErasureCounts, ErasureState } from "@posthorn/contract/erasures";
import { countText } from "../../ui/count.ts";
import type { Tone } from "../../ui/status-badge.tsx";

export interface CountedRow {
  label: string;
  count: number;
}

/** The rows of the plan. Pending events are a part of the events, so they have a sentence of their own. */
export function countedRows(counts: ErasureCounts): CountedRow[] {
  return [
    { label: "Requests", count: counts.requests },
    { label: "Events", count: counts.events },
    { label: "Attempts", count: counts.attempts },
    { label: "Executions of transformations", count: counts.executions },
    { label: "Copies kept for bookmarks and unsent events", count: counts.kept_payloads },
  ];
}

export function isNothing(counts: ErasureCounts): boolean {
  return countedRows(counts).every(({ count }) => count === 0);
}

function counted(count: number, one: string, many: string): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** `3 requests, 2 attempts`; of nothing, `Nothing`. */
export function countsText({ requests, events, attempts, executions, kept_payloads }: ErasureCounts): string {
  const parts = [
    { count: requests, one: "request", many: "requests" },
    { count: events, one: "event", many: "events" },
    { count: attempts, one: "attempt", many: "attempts" },
    { count: executions, one: "execution", many: "executions" },
    { count: kept_payloads, one: "kept copy", many: "kept copies" },
  ].filter(({ count }) => count > 0);
  if (parts.length === 0) return "Nothing";
  return parts.map(({ count, one, many }) => counted(count, one, many)).join(", ");
}

export function pendingText({ pending_events }: ErasureCounts): string | null {
  if (pending_events === 0) return null;
  return pending_events === 1
    ? "1 of these events is still to be delivered. It is cancelled."
    : `${countText(pending_events)} of these events are still to be delivered. They are cancelled.`;
}

export function unreadableText({ unreadable }: ErasureCounts): string | null {
  if (unreadable === 0) return null;
  return unreadable === 1
    ? "1 body is compressed in a way that Posthorn cannot read. It stays as it is."
    : `${countText(unreadable)} bodies are compressed in a way that Posthorn cannot read. They stay as they are.`;
}

const STATES: Readonly<Record<ErasureState, { tone: Tone; word: string }>> = {
  planning: { tone: "wait", word: "Counting" },
  planned: { tone: "hold", word: "Planned" },
  erasing: { tone: "wait", word: "Erasing" },
  settling: { tone: "wait", word: "Erasing" },
  completed: { tone: "ok", word: "Completed" },
  cancelled: { tone: "off", word: "Cancelled" },
  failed: { tone: "bad", word: "Failed" },
};

/** A plan that was discarded has erased nothing; an erasure that was stopped may have. */
export function stateOf({ state, confirmed_at }: Erasure): { tone: Tone; word: string } {
  if (state === "cancelled") return { tone: "off", word: confirmed_at === null ? "Discarded" : "Stopped" };
  return STATES[state];
}
