/**
 * A secret in a form: masked, with buttons to reveal and to copy it.
 *
 * Null means that the server has a secret and did not send it. Then the field is empty, what is typed replaces the
 * secret, and an empty field leaves it as it is. So a form sends only a value that is not null.
 */
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { get, useFormState } from "react-hook-form";
import { CopyButton } from "../copy-button.tsx";
import { Field } from "../field.tsx";
import { IconButton } from "../icon-button.tsx";
import { Input } from "../input.tsx";
import { useReadOnly } from "../read-only.ts";
import { useFormField, type FormFieldProps } from "./use-form-field.ts";

const hidden = () => "hidden";

export function SecretField({ name, label, hint, isRequired = false }: FormFieldProps) {
  const { value, set, bind, error } = useFormField<string | null>(name, { label, textOf: hidden });
  const { defaultValues } = useFormState();
  const [isRevealed, setIsRevealed] = useState(false);
  const isStored = get(defaultValues, name) === null;
  const isKept = value === null;
  const isReadOnly = useReadOnly() !== undefined;
  return (
    <Field
      label={label}
      hint={
        isKept
          ? isReadOnly
            ? "A value is stored."
            : "A value is stored. Leave the field empty to keep it."
          : hint
      }
      error={error}
      isRequired={isRequired && !isKept}
    >
      <div className="flex items-center gap-1">
        <Input
          {...bind}
          isMono
          type={isRevealed ? "text" : "password"}
          autoComplete="off"
          spellCheck={false}
          value={value ?? ""}
          placeholder={isKept && !isReadOnly ? "Leave as is" : ""}
          onChange={({ target }) => set(target.value === "" && isStored ? null : target.value)}
        />
        {isKept || value === "" ? null : (
          <>
            <IconButton
              label={`${isRevealed ? "Hide" : "Reveal"} ${label}`}
              icon={isRevealed ? <EyeOff /> : <Eye />}
              onClick={() => setIsRevealed(!isRevealed)}
            />
            <CopyButton value={value} label={`Copy ${label}`} className="size-8" />
          </>
        )}
      </div>
    </Field>
  );
}
