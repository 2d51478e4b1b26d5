/** One of two to six choices worth reading, as cards in a form. */
import { useCallback } from "react";
import { RadioGroup, type RadioGroupProps } from "../radio-group.tsx";
import { useFormField, type FormFieldProps } from "./use-form-field.ts";

export interface RadioFieldProps
  extends
    Omit<FormFieldProps, "isRequired">,
    Pick<RadioGroupProps<string>, "choices" | "isInline" | "isPaired"> {}

export function RadioField({ name, label, hint, choices, ...layout }: RadioFieldProps) {
  const textOf = useCallback(
    (chosen: unknown) => {
      const text = choices.find((choice) => choice.value === chosen)?.label;
      return typeof text === "string" ? text : String(chosen);
    },
    [choices],
  );
  const { value, set, error } = useFormField<string>(name, { label, textOf });
  return (
    <RadioGroup
      {...layout}
      legend={label}
      hint={hint}
      error={error}
      choices={choices}
      value={value}
      onChange={set}
    />
  );
}
