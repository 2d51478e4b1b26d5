/**
 * The button by which a person moves a rule. It is there from the start; what it does arrives with `rule-sorting.tsx`,
 * which the list loads as soon as the pointer or the focus comes near.
 */
import type { DraggableSyntheticListeners } from "@dnd-kit/core";
import { GripVertical } from "lucide-react";

/** By the name of React's property, such as `onKeyDown`. Undefined until moving has loaded. */
export type GripHandlers = DraggableSyntheticListeners;

export interface RuleGripProps {
  /** "Move Filter" */
  label: string;
  handlers: () => GripHandlers;
  isDisabled: boolean;
}

export function RuleGrip({ label, handlers, isDisabled }: RuleGripProps) {
  return (
    <button
      type="button"
      data-grip
      aria-label={label}
      disabled={isDisabled}
      onPointerDown={(press) => handlers()?.["onPointerDown"]?.(press)}
      onKeyDown={(press) => handlers()?.["onKeyDown"]?.(press)}
      className="-ml-1 inline-flex size-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-sm text-ink-3 hover:text-ink disabled:cursor-default disabled:opacity-50"
    >
      <GripVertical aria-hidden className="size-3.5" />
    </button>
  );
}
