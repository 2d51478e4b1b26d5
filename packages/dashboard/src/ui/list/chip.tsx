/**
 * The chips above a list: each is one filter or setting, with its name and its value.
 *
 *     Status All ⌄            ChoiceChip: always has a value
 *     Date Last hour ×        OptionalChip: one value or any
 *     Status Failed, Paused × ListChip: several values or any
 *     Source stripe ×         PickChip, in pick-chip.tsx: the same for a long list, in which typing finds
 *     Date Last 24 hours ⌄    DateRangeChip, in ui/date-range
 *     Attempts from 3 ×       RangeChip, in range-chip.tsx
 *     Body {"id":7} ×         TextChip, in text-chip.tsx
 *     Filtering on stripe ×   FilteringOnChip: a filter that a link brought along
 *     + Filter                AddFilterChip: offers the filters that are not shown
 */
import { cx } from "class-variance-authority";
import { ChevronDown, Plus, X } from "lucide-react";
import { useRef, useState, type ComponentProps, type ReactNode } from "react";
import { Menu, MenuCheckItem, MenuChoiceGroup, MenuGroup, MenuItem } from "../menu.tsx";

/** Marks the buttons of filters, so that a key can go to the first one. */
export const FILTER = "data-filter";

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** What the choice means, in a line under its label. */
  hint?: string;
}

export interface ChipProps {
  /** The name of the filter: "Status". */
  label: string;
  /** The menu opens at once, because "+ Filter" has just added this chip. */
  isOpenAtFirst?: boolean;
  onClose?: () => void;
  /** Undefined while the filter has no value. */
  onClear?: (() => void) | undefined;
  /** A link to what the filter names, with `chipEndClass`. */
  link?: ReactNode;
}

/** Of the small parts at the end of a chip. */
export const chipEndClass =
  "inline-flex w-6 shrink-0 items-center justify-center text-ink-3 transition-colors hover:bg-sel hover:text-ink [&_svg]:size-3";

export interface ChipTriggerProps extends ComponentProps<"button"> {
  label: string;
  /** Undefined: any. */
  text: ReactNode;
  icon?: ReactNode;
  hasArrow?: boolean;
  isClearable?: boolean;
}

/** The button of a chip, with the filter's name and value. It passes on what a menu or a box adds to it. */
export function ChipTrigger({
  label,
  text,
  icon,
  hasArrow = false,
  isClearable = false,
  ...rest
}: ChipTriggerProps) {
  return (
    <button
      {...rest}
      type="button"
      {...{ [FILTER]: "" }}
      className={cx(
        "inline-flex h-full max-w-full min-w-0 items-center gap-1 rounded-md px-2 whitespace-nowrap text-ink-2 transition-colors hover:bg-sel [&_svg]:size-3 [&_svg]:shrink-0 [&_svg]:text-ink-3",
        isClearable && "rounded-r-none",
      )}
    >
      {icon}
      {label}
      <span className={cx("truncate", text === undefined ? "text-ink-3" : "font-medium text-ink")}>
        {text ?? "any"}
      </span>
      {hasArrow ? <ChevronDown aria-hidden /> : null}
    </button>
  );
}

/** The box of a chip, with the link to what it names and the button that clears its filter. */
export function ChipFrame({
  label,
  link,
  onClear,
  children,
}: Pick<ChipProps, "label" | "link" | "onClear"> & { children: ReactNode }) {
  return (
    <div className="inline-flex h-7 max-w-[min(20rem,100%)] min-w-0 items-stretch rounded-md border border-line-strong bg-surface text-xs">
      {children}
      {link}
      {onClear ? (
        <button
          type="button"
          aria-label={`Clear ${label.toLowerCase()} filter`}
          data-tooltip={`Clear ${label.toLowerCase()} filter`}
          onClick={onClear}
          className={cx(chipEndClass, "rounded-r-md")}
        >
          <X aria-hidden />
        </button>
      ) : null}
    </div>
  );
}

function Chip({
  label,
  text,
  isOpenAtFirst = false,
  onClose,
  onClear,
  link,
  hasArrow = false,
  children,
}: ChipProps & { text: string | undefined; hasArrow?: boolean; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const change = (next: boolean) => {
    setIsOpen(next);
    if (!next) onClose?.();
  };
  return (
    <ChipFrame label={label} link={link} onClear={onClear}>
      <Menu
        isOpen={isOpen}
        onOpenChange={change}
        className="max-h-96 max-w-96 overflow-y-auto"
        trigger={
          <ChipTrigger label={label} text={text} hasArrow={hasArrow} isClearable={onClear !== undefined} />
        }
      >
        {children}
      </Menu>
    </ChipFrame>
  );
}

export interface ChoiceChipProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
}

/** A setting that always has a value, such as the order. */
export function ChoiceChip<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: ChoiceChipProps<Value>) {
  return (
    <Chip label={label} text={choices.find((choice) => choice.value === value)?.label} hasArrow>
      <MenuChoiceGroup label={label} value={value} onChange={onChange} choices={choices} />
    </Chip>
  );
}

export interface OptionalChipProps<Value extends string> extends ChipProps {
  text: string | undefined;
  value: Value | undefined;
  choices: readonly Choice<Value>[];
  onChange: (value: Value | undefined) => void;
}

/** A filter with exactly one value, or any. */
export function OptionalChip<Value extends string>(props: OptionalChipProps<Value>) {
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

export interface ListChipProps<Value extends string> extends ChipProps {
  values: readonly Value[] | undefined;
  choices: readonly Choice<Value>[];
  onChange: (values: Value[] | undefined) => void;
}

/** A chip names this many values; with more it has their number. */
const NAMES_AT_MOST = 3;

/** Undefined without values. */
export function chosenText<Value extends string>(
  values: readonly Value[],
  choices: readonly Choice<Value>[],
): string | undefined {
  if (values.length === 0) return undefined;
  if (values.length > NAMES_AT_MOST) return `${values.length} of them`;
  const nameOf = (value: Value) => choices.find((choice) => choice.value === value)?.label ?? value;
  return values.map(nameOf).join(", ");
}

/** A filter with one value or several. */
export function ListChip<Value extends string>(props: ListChipProps<Value>) {
  const { values = [], choices, onChange, ...chip } = props;
  const toggle = (value: Value, isChecked: boolean) => {
    const next = isChecked ? [...values, value] : values.filter((other) => other !== value);
    onChange(next.length > 0 ? next : undefined);
  };
  return (
    <Chip {...chip} text={chosenText(values, choices)}>
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

/** A filter that a link brought along. It can only be removed here. */
export function FilteringOnChip({ name, onClear }: { name: ReactNode; onClear: () => void }) {
  return (
    <button
      type="button"
      onClick={onClear}
      data-tooltip="Clear this filter"
      className="inline-flex h-7 max-w-72 items-center gap-1 rounded-md border border-dashed border-line-strong px-2 text-xs whitespace-nowrap text-ink-2 transition-colors hover:border-ink-3"
    >
      Filtering on
      <span className="truncate font-medium text-ink">{name}</span>
      <X aria-hidden className="size-3 shrink-0 text-ink-3" />
    </button>
  );
}

export interface AddFilterChipProps<Name extends string> {
  /** The filters that are not shown yet. */
  choices: readonly Choice<Name>[];
  onAdd: (name: Name) => void;
  /** Filters of late, with their values. */
  recent?: readonly { key: string; text: ReactNode; onSelect: () => void }[];
}

const NO_RECENT: NonNullable<AddFilterChipProps<string>["recent"]> = [];

export function AddFilterChip<Name extends string>(props: AddFilterChipProps<Name>) {
  const { choices, onAdd, recent = NO_RECENT } = props;
  /** The chip that was added opens at once and has the focus. */
  const hasAdded = useRef(false);
  if (choices.length + recent.length === 0) return null;
  return (
    <Menu
      className="max-h-96 max-w-96 overflow-y-auto"
      onOpenChange={(isOpen) => {
        if (isOpen) hasAdded.current = false;
      }}
      returnsFocus={() => !hasAdded.current}
      trigger={
        <button
          type="button"
          className="inline-flex h-7 items-center gap-1 rounded-md border border-dashed border-line-strong px-2 text-xs text-ink-2 transition-colors hover:bg-sel hover:text-ink"
        >
          <Plus aria-hidden className="size-3" /> Filter
        </button>
      }
    >
      {choices.map(({ value, label }) => (
        <MenuItem
          key={value}
          onSelect={() => {
            hasAdded.current = true;
            onAdd(value);
          }}
        >
          {label}
        </MenuItem>
      ))}
      {recent.length === 0 ? null : (
        <MenuGroup label="Recent filters" hasLine={choices.length > 0}>
          {recent.map(({ key, text, onSelect }) => (
            <MenuItem key={key} onSelect={onSelect}>
              {text}
            </MenuItem>
          ))}
        </MenuGroup>
      )}
    </Menu>
  );
}
