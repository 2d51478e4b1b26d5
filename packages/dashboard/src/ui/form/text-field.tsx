/** A line of text in a form. */
import type { ReactNode } from "react";
import { Field } from "../field.tsx";
import { Input, type InputProps } from "../input.tsx";
import { useFormField, type FormFieldProps } from "./use-form-field.ts";

export interface TextFieldProps
  extends
    FormFieldProps,
    Pick<
      InputProps,
      | "type"
      | "isMono"
      | "placeholder"
      | "autoComplete"
      | "inputMode"
      | "spellCheck"
      | "maxLength"
      | "icon"
      | "end"
    > {
  /** Turns what is typed into what the field may contain. */
  format?: (text: string) => string;
  /** At the end of the label's line, such as a link. */
  aside?: ReactNode;
  /** `lg` on pages with a single form, such as the sign-in. */
  size?: "md" | "lg";
}

export function TextField({
  name,
  label,
  hint,
  isRequired = false,
  aside,
  format,
  size = "md",
  ...input
}: TextFieldProps) {
  const { value, set, bind, error } = useFormField<string>(name, { label });
  return (
    <Field label={label} hint={hint} error={error} isRequired={isRequired} aside={aside}>
      <Input
        {...input}
        {...bind}
        value={value}
        onChange={(change) => set(format ? format(change.target.value) : change.target.value)}
        {...(size === "lg" && { className: "h-9" })}
      />
    </Field>
  );
}
