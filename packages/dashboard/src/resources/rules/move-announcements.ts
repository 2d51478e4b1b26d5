/** What do screen readers hear while a person moves a rule? Pure. */
import type { Announcements } from "@dnd-kit/core";
import { RULE_LABELS } from "./rule-words.ts";
import type { RuleStep } from "./rules-form.ts";

export function moveAnnouncements(steps: readonly RuleStep[]): Announcements {
  const labelOf = (key: string | number) => {
    const step = steps.find((one) => one.key === key);
    return step ? RULE_LABELS[step.type] : "The rule";
  };
  const placeOf = (key: string | number) =>
    `position ${steps.findIndex((step) => step.key === key) + 1} of ${steps.length}`;
  return {
    onDragStart: ({ active }) => `${labelOf(active.id)} is picked up at ${placeOf(active.id)}.`,
    // Also called right after the start, over the rule's own place.
    onDragOver: ({ active, over }) =>
      over
        ? `${labelOf(active.id)} is ${over.id === active.id ? "at" : "moved to"} ${placeOf(over.id)}.`
        : undefined,
    onDragEnd: ({ active, over }) =>
      `${labelOf(active.id)} is dropped at ${placeOf(over ? over.id : active.id)}.`,
    onDragCancel: ({ active }) => `${labelOf(active.id)} stays at ${placeOf(active.id)}.`,
  };
}
