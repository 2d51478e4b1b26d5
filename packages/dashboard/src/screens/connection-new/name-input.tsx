/** A field for a name. It turns every input into a valid name, so it is never too long and has no odd characters. */
import { slugify } from "@posthorn/contract/names";
import { useController, type Control } from "react-hook-form";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import type { ConnectionFormValues } from "./connection-form.ts";
import type { NameField } from "./taken-names.ts";

export interface NameInputProps {
  control: Control<ConnectionFormValues>;
  name: NameField;
  label: string;
  hint?: string;
  placeholder?: string;
  isRequired?: boolean;
  error: string | undefined;
}

export function NameInput({
  control,
  name,
  label,
  hint,
  placeholder,
  isRequired = false,
  error,
}: NameInputProps) {
  const { field } = useController({ control, name });
  return (
    <Field label={label} hint={hint} error={error} isRequired={isRequired}>
      <Input
        {...field}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={(change) => field.onChange(slugify(change.target.value))}
      />
    </Field>
  );
}
