/**
 * The head of one rule in the form: whether it is on, its icon, name and explanation, and what it does in a few words.
 * Its settings follow only while it is on.
 */
import type { Rule } from "@posthorn/contract/rules";
import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox } from "../../ui/checkbox.tsx";
import { RuleIcon } from "./rule-icon.tsx";
import { RULE_LABELS } from "./rule-words.ts";

const EXPLANATIONS: Record<Rule["type"], string> = {
  retry: "Tries failed deliveries again, after a wait. An event fails for good after the last attempt.",
  delay: "Waits before the first attempt of each event.",
  filter: "Only what matches goes on. The rest is kept as ignored, with the cause Filtered.",
  transform: "Runs your JavaScript on each request and goes on with what it returns.",
  deduplicate:
    "A request that equals an earlier one within the window is kept as ignored, with the cause Duplicate.",
};

export interface RuleRowProps {
  type: Rule["type"];
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
  /** What the rule does now, at the end of the line. */
  summary: ReactNode;
  /** Before the box: the grip of a rule that can be moved. */
  grip?: ReactNode;
  /** After the summary, such as a button that removes the rule. */
  end?: ReactNode;
  /** The focus has left the settings. */
  onLeave?: () => void;
  children: ReactNode;
}

export function RuleRow({ type, isOn, onToggle, summary, grip, end, onLeave, children }: RuleRowProps) {
  const label = RULE_LABELS[type];
  return (
    <>
      <div className="flex min-h-10 items-center gap-1.5 px-3">
        {grip}
        <Checkbox
          label={
            <span className="flex items-center gap-1.5 font-medium">
              <RuleIcon type={type} className="size-3.5 text-ink-2" />
              {label}
            </span>
          }
          checked={isOn}
          onChange={(change) => onToggle(change.target.checked)}
        />
        <button
          type="button"
          aria-label={`About ${label}`}
          data-tooltip={EXPLANATIONS[type]}
          className="inline-flex size-6 items-center justify-center rounded-sm text-ink-3 hover:text-ink"
        >
          <Info aria-hidden className="size-3.5" />
        </button>
        <span className="ml-auto min-w-0 truncate text-xs text-ink-3">{summary}</span>
        {end}
      </div>
      {isOn ? (
        <div
          className="flex flex-col gap-4 px-3 pb-4 pl-9 max-sm:pl-3"
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) onLeave?.();
          }}
        >
          {children}
        </div>
      ) : null}
    </>
  );
}
