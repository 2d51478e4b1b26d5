/** The type of a source in a form, as a list that typing filters. */
import { pickableSourceTypes, sourceTypeDetails } from "@posthorn/contract/source-catalogue";
import type { SourceType } from "@posthorn/contract/source-types";
import { Combobox } from "../../ui/combobox.tsx";
import { Field } from "../../ui/field.tsx";
import { useFormField } from "../../ui/form/use-form-field.ts";
import { linkClass } from "../../ui/link-class.ts";
import { SourceTypeDocs } from "./source-type-docs.tsx";
import { SourceTypeMark } from "./source-type-mark.tsx";

const TYPES = pickableSourceTypes();

export function SourceTypeField({ name }: { name: string }) {
  const { value, set, error } = useFormField<SourceType | "">(name, { label: "Type" });
  return (
    <Field
      label="Type"
      error={error}
      hint="Who sends the requests."
      aside={
        value === "" ? null : <SourceTypeDocs type={value} className={`${linkClass} text-xs text-ink-2`} />
      }
      isRequired
    >
      <Combobox
        label="Type"
        items={TYPES}
        value={value === "" ? null : (TYPES.find(({ type }) => type === value) ?? sourceTypeDetails(value))}
        onChange={(chosen) => set(chosen?.type ?? "")}
        itemToText={({ label }) => label}
        itemToKey={({ type }) => type}
        placeholder="Choose a type"
        emptyText="No such type. A source of type Webhook accepts any HTTP request."
        renderItem={({ type, label }) => (
          <span className="flex items-center gap-2">
            <SourceTypeMark type={type} size="sm" />
            {label}
          </span>
        )}
      />
    </Field>
  );
}
