/** A number in a form. Its value is null while the field is empty. */
import { Field } from "../field.tsx";
import { Input } from "../input.tsx";
import { useFormField, type FormFieldProps } from "./use-form-field.ts";

export interface NumberFieldProps extends FormFieldProps {
  min?: number;
  max?: number;
  placeholder?: string;
}

export function NumberField({ name, label, hint, isRequired = false, ...input }: NumberFieldProps) {
  const { value, set, bind, error } = useFormField<number | null>(name, { label });
  return (
    <Field label={label} hint={hint} error={error} isRequired={isRequired}>
      <NumberInput {...input} {...bind} value={value} onChange={set} />
    </Field>
  );
}

export interface NumberInputProps {
  value: number | null;
  onChange: (value: number | null) => void;
  name?: string;
  ref?: (element: HTMLElement | null) => void;
  onBlur?: () => void;
  min?: number;
  max?: number;
  placeholder?: string;
  className?: string;
}

/** Scrolling over it does not change the number, as it would by the browser's default. */
export function NumberInput({ value, onChange, ...input }: NumberInputProps) {
  return (
    <Input
      {...input}
      type="number"
      inputMode="numeric"
      step={1}
      value={value ?? ""}
      onWheel={(wheel) => wheel.currentTarget.blur()}
      onChange={({ target }) => onChange(Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber)}
    />
  );
}
