/**
 * One filter as a chip: its name, its value, and a menu to change it. A filter with a value has a cross to clear it.
 */
import { cx } from "class-variance-authority";
import { X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Menu, MenuCheckItem, MenuChoiceGroup } from "../../ui/menu.tsx";

interface Choice<Value extends string> {
  value: Value;
  label: string;
}

interface ChipProps {
  label: string;
  isOpenAtFirst: boolean;
  onClose: () => void;
  /** Undefined while the filter has no value. */
  onClear: (() => void) | undefined;
}

function Chip({
  label,
  text,
  isOpenAtFirst,
  onClose,
  onClear,
  children,
}: ChipProps & { text: string | undefined; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const change = (next: boolean) => {
    setIsOpen(next);
    if (!next) onClose();
  };
  return (
    <span className="inline-flex h-7 max-w-72 items-stretch rounded-md border border-line-strong bg-surface text-xs">
      <Menu
        isOpen={isOpen}
        onOpenChange={change}
        className="max-h-96 max-w-96 overflow-y-auto"
        trigger={
          <button
            type="button"
            data-filter
            className={cx(
              "inline-flex min-w-0 items-center gap-1 rounded-md px-2 text-ink-2 transition-colors hover:bg-sel",
              onClear && "rounded-r-none",
            )}
          >
            {label}
            <span className={cx("truncate", text === undefined ? "text-ink-3" : "font-medium text-ink")}>
              {text ?? "any"}
            </span>
          </button>
        }
      >
        {children}
      </Menu>
      {onClear ? (
        <button
          type="button"
          aria-label={`Clear ${label.toLowerCase()} filter`}
          data-tooltip={`Clear ${label.toLowerCase()} filter`}
          onClick={onClear}
          className="inline-flex w-6 shrink-0 items-center justify-center rounded-r-md text-ink-3 transition-colors hover:bg-sel hover:text-ink"
        >
          <X aria-hidden className="size-3" />
        </button>
      ) : null}
    </span>
  );
}

export interface ListChipProps<Value extends string> extends ChipProps {
  values: readonly Value[] | undefined;
  choices: readonly Choice<Value>[];
  /** Shown for a value that is not among the choices. Default: the value itself. */
  unknownText?: string | undefined;
  onChange: (values: Value[] | undefined) => void;
}

/** A filter with one value or several. */
export function ListChip<Value extends string>(props: ListChipProps<Value>) {
  const { values = [], choices, unknownText, onChange, ...chip } = props;
  const nameOf = (value: Value) =>
    choices.find((choice) => choice.value === value)?.label ?? unknownText ?? value;
  const [first] = values;
  const text =
    first === undefined ? undefined : values.length > 1 ? `${values.length} of them` : nameOf(first);
  const toggle = (value: Value, isChecked: boolean) => {
    const next = isChecked ? [...values, value] : values.filter((other) => other !== value);
    onChange(next.length > 0 ? next : undefined);
  };
  return (
    <Chip {...chip} text={text}>
      {choices.length === 0 ? <div className="px-2 py-1.5 text-ink-3">Nothing to choose from yet</div> : null}
      {choices.map(({ value, label }) => (
        <MenuCheckItem
          key={value}
          isChecked={values.includes(value)}
          onChange={(isChecked) => toggle(value, isChecked)}
        >
          {label}
        </MenuCheckItem>
      ))}
    </Chip>
  );
}

export interface ChoiceChipProps<Value extends string> extends ChipProps {
  text: string | undefined;
  value: Value | undefined;
  choices: readonly Choice<Value>[];
  onChange: (value: Value | undefined) => void;
}

/** A filter with exactly one value, or any. */
export function ChoiceChip<Value extends string>(props: ChoiceChipProps<Value>) {
  const { text, value, choices, onChange, ...chip } = props;
  return (
    <Chip {...chip} text={text}>
      <MenuChoiceGroup
        label={chip.label}
        value={value ?? (text === undefined ? "any" : "")}
        onChange={(next) => onChange(choices.find((choice) => choice.value === next)?.value)}
        choices={[{ value: "any", label: "Any" }, ...choices]}
      />
    </Chip>
  );
}
