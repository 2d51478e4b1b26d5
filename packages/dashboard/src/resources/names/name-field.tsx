/**
 * The name of a source, destination, connection or transformation in a form.
 *
 * The field turns every input into a valid name, so it is never too long and has no odd characters. When the person
 * pauses, it asks the server whether the name is taken. A name that has not changed is not asked about. If the field
 * misses a taken name, the server refuses to save.
 */
import { slugify } from "@posthorn/contract/names";
import { NAME_IS_USED } from "@posthorn/contract/texts";
import { useController } from "react-hook-form";
import { TextField } from "../../ui/form/text-field.tsx";
import { useFieldMistake, type FormFieldProps } from "../../ui/form/use-form-field.ts";
import type { NameQuestion } from "./name-queries.ts";
import { useNameIsUsed } from "./use-name-is-used.ts";

export interface NameFieldProps extends FormFieldProps {
  placeholder?: string;
  /** What to ask about this name. Null if nothing can have taken it, as with the connections of a new source. */
  question: (name: string) => NameQuestion | null;
}

const NOT_CHECKED = "Whether the name is free could not be checked. Saving checks it again.";

export function NameField({ question, hint, ...field }: NameFieldProps) {
  const { name } = field;
  const { field: input, fieldState } = useController({ name });
  const typed: string = input.value;
  const { isUsed, hasFailed } = useNameIsUsed(typed === "" || !fieldState.isDirty ? null : question(typed));
  useFieldMistake(name, isUsed ? { value: typed, message: NAME_IS_USED } : null);
  return (
    <TextField
      {...field}
      hint={hasFailed ? NOT_CHECKED : hint}
      autoComplete="off"
      spellCheck={false}
      format={slugify}
    />
  );
}
