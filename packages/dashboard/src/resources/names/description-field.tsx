/** The description of a source, destination or connection in a form. "" in the form is null on the wire. */
import { DESCRIPTION_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { TextAreaField } from "../../ui/form/text-area-field.tsx";

export function DescriptionField({ name = "description" }: { name?: string }) {
  return (
    <TextAreaField name={name} label="Description" maxCharacters={DESCRIPTION_MAX_CHARACTERS} rows={2} />
  );
}
