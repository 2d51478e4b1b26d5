/** A duration in a form: a number and its unit. The value is in milliseconds, and null while the field is empty. */
import { useState } from "react";
import { Field } from "../field.tsx";
import { Select } from "../select.tsx";
import { DURATION_UNITS, durationText, naturalUnit, unitMs, type DurationUnit } from "./duration.ts";
import { NumberInput, type NumberInputProps } from "./number-field.tsx";
import { useFormField, type FormFieldProps } from "./use-form-field.ts";

const ALL_UNITS = DURATION_UNITS.map(({ value }) => value);
const textOf = (ms: unknown) => (typeof ms === "number" ? durationText(ms) : "empty");

export interface DurationFieldProps extends FormFieldProps, Pick<DurationInputProps, "units"> {}

export function DurationField({ name, label, hint, isRequired = false, ...input }: DurationFieldProps) {
  const { value, set, bind, error } = useFormField<number | null>(name, { label, textOf });
  return (
    <Field label={label} hint={hint} error={error} isRequired={isRequired}>
      <DurationInput {...input} {...bind} label={label} value={value} onChange={set} />
    </Field>
  );
}

export interface DurationInputProps extends Pick<
  NumberInputProps,
  "value" | "onChange" | "name" | "ref" | "onBlur"
> {
  /** Names the unit for assistive technology: "Unit of Interval". */
  label: string;
  /** The units to offer. Default: all of them. */
  units?: readonly DurationUnit[];
}

/** The number and the unit, inside a `Field`. */
export function DurationInput({ label, units = ALL_UNITS, value, onChange, ...input }: DurationInputProps) {
  /** The unit that the person sees, with the value for which they chose it. */
  const [shown, setShown] = useState(() => ({ unit: naturalUnit(value), value }));
  // If the value comes from outside, such as after Discard, it may be no whole number in that unit.
  const isFromOutside = value !== null && value !== shown.value && value % unitMs(shown.unit) !== 0;
  const unit = isFromOutside ? naturalUnit(value) : shown.unit;
  const count = value === null ? null : value / unitMs(unit);
  const change = (nextCount: number | null, nextUnit: DurationUnit) => {
    const next = nextCount === null ? null : Math.round(nextCount * unitMs(nextUnit));
    setShown({ unit: nextUnit, value: next });
    onChange(next);
  };
  return (
    <div className="flex gap-2">
      <NumberInput
        {...input}
        min={0}
        value={count}
        onChange={(next) => change(next, unit)}
        className="min-w-16 flex-1"
      />
      <Select
        id={undefined}
        aria-label={`Unit of ${label}`}
        aria-required={undefined}
        options={units.map((offered) => ({ value: offered, label: offered }))}
        value={unit}
        onChange={({ target }) => {
          const next = units.find((offered) => offered === target.value);
          if (next) change(count, next);
        }}
        className="w-28! shrink-0"
      />
    </div>
  );
}
