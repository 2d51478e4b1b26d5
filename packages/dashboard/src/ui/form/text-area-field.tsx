/** Several lines of text in a form. With a maximum, it counts the characters and takes no more. */
import { Field } from "../field.tsx";
import { Textarea } from "../textarea.tsx";
import { useFormField, type FormFieldProps } from "./use-form-field.ts";

export interface TextAreaFieldProps extends FormFieldProps {
  maxCharacters?: number;
  rows?: number;
  isMono?: boolean;
  placeholder?: string;
}

export function TextAreaField({
  name,
  label,
  hint,
  isRequired = false,
  maxCharacters,
  ...textarea
}: TextAreaFieldProps) {
  const { value, set, bind, error } = useFormField<string>(name, { label });
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      isRequired={isRequired}
      aside={
        maxCharacters === undefined || value === "" ? undefined : (
          <span className="text-xs text-ink-3 tabular-nums">
            {value.length} / {maxCharacters}
          </span>
        )
      }
    >
      <Textarea
        {...textarea}
        {...bind}
        value={value}
        onChange={(change) => set(change.target.value)}
        {...(maxCharacters !== undefined && { maxLength: maxCharacters })}
      />
    </Field>
  );
}
