/** One of a few fixed options in a form. */
import { useCallback } from "react";
import { Field } from "../field.tsx";
import { Select, type SelectProps } from "../select.tsx";
import { useFormField, type FormFieldProps } from "./use-form-field.ts";

export interface SelectFieldProps extends FormFieldProps {
  options: SelectProps["options"];
  className?: string;
}

export function SelectField({ name, label, hint, isRequired = false, options, className }: SelectFieldProps) {
  const textOf = useCallback(
    (chosen: unknown) => options.find((option) => option.value === chosen)?.label ?? String(chosen),
    [options],
  );
  const { value, set, bind, error } = useFormField<string>(name, { label, textOf });
  return (
    <Field label={label} hint={hint} error={error} isRequired={isRequired}>
      <Select
        {...bind}
        options={options}
        value={value}
        onChange={(change) => set(change.target.value)}
        {...(className !== undefined && { className })}
      />
    </Field>
  );
}
