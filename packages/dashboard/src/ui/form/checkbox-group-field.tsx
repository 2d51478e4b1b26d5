/** Several of a few options in a form. The value is the list of the chosen ones, in the order of the options. */
import { useId, type ReactNode } from "react";
import { Checkbox } from "../checkbox.tsx";
import { FieldNote } from "../field.tsx";
import { useFormField, type FormFieldProps } from "./use-form-field.ts";

export interface CheckboxGroupFieldProps extends Omit<FormFieldProps, "isRequired"> {
  options: readonly { value: string; label: ReactNode }[];
}

export function CheckboxGroupField({ name, label, hint, options }: CheckboxGroupFieldProps) {
  const { value, set, bind, error } = useFormField<string[]>(name, { label });
  const noteId = useId();
  const toggle = (toggled: string, isOn: boolean) =>
    set(
      options
        .map((option) => option.value)
        .filter((option) => (option === toggled ? isOn : value.includes(option))),
    );
  return (
    <fieldset aria-describedby={hint === undefined && error === undefined ? undefined : noteId}>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            name={name}
            label={option.label}
            checked={value.includes(option.value)}
            aria-invalid={error === undefined ? undefined : true}
            onBlur={bind.onBlur}
            onChange={(change) => toggle(option.value, change.target.checked)}
          />
        ))}
      </div>
      <FieldNote id={noteId} hint={hint} error={error} className="mt-1" />
    </fieldset>
  );
}
