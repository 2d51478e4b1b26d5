/**
 * The chip of a filter by a range of whole numbers: a box with the two bounds, and with named ranges if there are any.
 */
import { useRef, useState, type FormEvent } from "react";
import { Button } from "../button.tsx";
import { Field } from "../field.tsx";
import { Input } from "../input.tsx";
import { BoxChip } from "./box-chip.tsx";
import type { ChipProps } from "./chip.tsx";
import {
  describeRange,
  readRange,
  typedOf,
  type NumberRange,
  type RangeLimits,
  type RangeProblems,
} from "./number-range.ts";

export interface NamedRange {
  label: string;
  range: Required<NumberRange>;
}

interface RangeFieldsProps {
  value: NumberRange | undefined;
  limits: RangeLimits;
  named?: readonly NamedRange[] | undefined;
  onChange: (range: NumberRange | undefined) => void;
}

const NONE_NAMED: readonly NamedRange[] = [];

export type RangeChipProps = ChipProps & RangeFieldsProps;

/** The name of exactly this range; otherwise its numbers. */
export function rangeText(
  range: NumberRange | undefined,
  named: readonly NamedRange[] = NONE_NAMED,
): string | undefined {
  const found = named.find((one) => one.range.gte === range?.gte && one.range.lte === range?.lte);
  return found?.label ?? describeRange(range);
}

export function RangeChip({ value, limits, named, onChange, ...chip }: RangeChipProps) {
  return (
    <BoxChip {...chip} text={rangeText(value, named)}>
      {(close) => (
        <RangeFields
          value={value}
          limits={limits}
          named={named}
          onChange={(range) => {
            close();
            onChange(range);
          }}
        />
      )}
    </BoxChip>
  );
}

function RangeFields({ value, limits, named = NONE_NAMED, onChange }: RangeFieldsProps) {
  const [typed, setTyped] = useState(() => typedOf(value));
  const [problems, setProblems] = useState<RangeProblems>({});
  const form = useRef<HTMLFormElement>(null);
  const apply = (submit: FormEvent) => {
    submit.preventDefault();
    const read = readRange(typed, limits);
    if ("range" in read) return onChange(read.range);
    setProblems(read.problems);
    const wrong = read.problems.minimum === undefined ? "maximum" : "minimum";
    form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
  };
  const bound = (name: "minimum" | "maximum", label: string) => (
    <Field label={label} error={problems[name]}>
      <Input
        name={name}
        inputMode="numeric"
        autoComplete="off"
        placeholder={String(name === "minimum" ? limits.least : limits.most)}
        value={typed[name]}
        onChange={(typing) => {
          setTyped({ ...typed, [name]: typing.currentTarget.value });
          setProblems({ ...problems, [name]: undefined });
        }}
      />
    </Field>
  );
  return (
    <form ref={form} noValidate onSubmit={apply} className="flex flex-col gap-3">
      {named.length === 0 ? null : (
        <div className="grid grid-cols-4 gap-1.5">
          {named.map(({ label, range }) => (
            <Button
              key={label}
              size="sm"
              aria-pressed={value?.gte === range.gte && value?.lte === range.lte}
              className="aria-pressed:border-ink-2 aria-pressed:bg-sel"
              onClick={() => onChange(range)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <div className="grid grid-cols-2 items-start gap-2">
        {bound("minimum", "Minimum")}
        {bound("maximum", "Maximum")}
      </div>
      <Button type="submit">Apply</Button>
    </form>
  );
}
