/**
 * Chooses one of a few views or ranges that fit side by side. It acts at once.
 *
 * Radio buttons underneath, so the arrow keys move and screen readers say "1 of 2". The name of each choice is its text.
 */
import { useId, type ReactNode } from "react";

export interface SegmentedControlProps<Value extends string> {
  /** What is chosen, for assistive technology: "View". */
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChange: (value: Value) => void;
}

export function SegmentedControl<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset className="inline-flex rounded-md border border-line bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="relative inline-flex h-6 cursor-pointer items-center gap-1.5 rounded-sm border border-transparent px-2 text-xs font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink has-checked:border-line has-checked:bg-surface has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ring [&_svg]:size-3.5"
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {choice.icon}
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
