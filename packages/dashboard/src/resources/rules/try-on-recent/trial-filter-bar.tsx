/** Which of the tried requests are shown? All, only what changes, or one outcome; each choice with its count. */
import type { RulesTrial } from "@posthorn/contract/rules-trial";
import { filterChoices, type TrialFilter } from "./trial-rows.ts";

export interface TrialFilterBarProps {
  trial: RulesTrial;
  value: TrialFilter;
  onChange: (value: TrialFilter) => void;
}

export function TrialFilterBar({ trial, value, onChange }: TrialFilterBarProps) {
  return (
    <fieldset aria-label="Show" className="flex flex-wrap gap-1">
      {filterChoices(trial).map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          disabled={choice.count === 0 && choice.value !== "all" && choice.value !== value}
          onClick={() => onChange(choice.value)}
          className="h-7 rounded-md px-2 text-sm text-ink-2 transition-colors hover:bg-sel disabled:opacity-50 aria-pressed:bg-sel aria-pressed:font-medium aria-pressed:text-ink"
        >
          {choice.label} <span className="text-ink-3 tabular-nums">{choice.count}</span>
        </button>
      ))}
    </fieldset>
  );
}
