/** A yes or no that the form saves. For something that acts at once, use `Switch`. */
import { Checkbox } from "../checkbox.tsx";
import { useFormField, type FormFieldProps } from "./use-form-field.ts";

export function CheckboxField({ name, label, hint }: Omit<FormFieldProps, "isRequired">) {
  const { value, set, bind, error } = useFormField<boolean>(name, { label });
  return (
    <Checkbox
      name={name}
      label={label}
      hint={error === undefined ? hint : <span className="text-bad">{error}</span>}
      checked={value}
      aria-invalid={error === undefined ? undefined : true}
      onBlur={bind.onBlur}
      onChange={(change) => set(change.target.checked)}
    />
  );
}
