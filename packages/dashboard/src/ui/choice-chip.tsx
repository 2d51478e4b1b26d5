/**
 * One setting of a list as a chip: `Status All`. A click shows the choices.
 */
import { ChevronDown } from "lucide-react";
import { Menu, MenuChoiceGroup } from "./menu.tsx";

export interface ChoiceChipProps<Value extends string> {
  /** The name of the setting: "Status". */
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

export function ChoiceChip<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: ChoiceChipProps<Value>) {
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="inline-flex h-7 items-center gap-1 rounded-md border border-line bg-surface px-2 text-sm whitespace-nowrap text-ink-2 transition-colors hover:border-line-strong data-popup-open:border-line-strong"
        >
          {label}
          <span className="font-medium text-ink">
            {choices.find((choice) => choice.value === value)?.label}
          </span>
          <ChevronDown aria-hidden className="size-3 text-ink-3" />
        </button>
      }
    >
      <MenuChoiceGroup label={label} value={value} onChange={onChange} choices={choices} />
    </Menu>
  );
}
