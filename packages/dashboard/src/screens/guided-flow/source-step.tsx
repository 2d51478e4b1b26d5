/** The first step: a new source, or one that the project has. When it is done, its name and URL, and an edit in place. */
import type { UseCase } from "@posthorn/contract/onboarding";
import type { SourceType } from "@posthorn/contract/source-types";
import type { Source } from "@posthorn/contract/sources";
import { getSource } from "@posthorn/contract/sources";
import { REQUIRED, SOURCE_SAVE_FAILED } from "@posthorn/contract/texts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { call } from "../../resources/api/call.ts";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { NameField } from "../../resources/names/name-field.tsx";
import { guideSourcesQuery } from "../../resources/onboarding/onboarding-queries.ts";
import { useCreateSource, useUpdateSource } from "../../resources/sources/source-actions.ts";
import {
  emptySource,
  NewSourceForm,
  newSourceMistakes,
  sourceFieldOf,
  sourceInputOf,
  SourceValues,
  valuesOf,
} from "../../resources/sources/source-form.ts";
import { SourceTypeField } from "../../resources/sources/source-type-field.tsx";
import { RadioField } from "../../ui/form/radio-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { later } from "../../ui/later.tsx";
import { StepForm } from "./step-form.tsx";
import { hintsForUseCase } from "./hints-for-use-case.ts";

const SourceConfigurationFields = later(
  () => import("../../resources/sources/source-configuration-fields.tsx"),
).component((loaded) => loaded.SourceConfigurationFields);

const ChoiceForm = z
  .object({ choice: z.enum(["new", "existing"]), source_id: z.string(), ...SourceValues.shape })
  .check(({ value, issues }) => {
    const add = (path: string[], message: string) =>
      issues.push({ code: "custom", path, message, input: value });
    if (value.choice === "new") for (const { path, message } of newSourceMistakes(value)) add(path, message);
    else if (value.source_id === "") add(["source_id"], REQUIRED);
  });
const NEW_SOURCE: z.output<typeof ChoiceForm> = {
  choice: "new",
  source_id: "",
  ...emptySource("WEBHOOK"),
};

export interface NewSourceFormProps {
  useCase: UseCase | null;
  /** What is typed so far, for the drawing. */
  onName: (name: string) => void;
  onDone: (sourceId: string) => Promise<unknown>;
}

export function ChooseSource({ useCase, onName, onDone }: NewSourceFormProps) {
  const { data: existing } = useQuery(guideSourcesQuery);
  const { mutateAsync: create } = useCreateSource();
  /** Of a press whose second half failed: the next one does not create another source. */
  const made = useRef<string>(undefined);
  const form = useSaveForm({
    schema: ChoiceForm,
    stored: NEW_SOURCE,
    isNew: true,
    save: async (values) => {
      const choose = async () => {
        made.current ??= (await create(sourceInputOf(values))).id;
        await onDone(made.current);
      };
      return refusalOf(values.choice === "existing" ? onDone(values.source_id) : choose(), {
        failed: SOURCE_SAVE_FAILED,
        fieldOf: (path) => sourceFieldOf(values, path),
      });
    },
  });
  const { choice, name } = useWatch({
    control: form.state.control,
    compute: (all: typeof NEW_SOURCE) => all,
  });
  useEffect(() => onName(choice === "new" ? name : ""), [choice, name, onName]);
  const sources = existing?.models ?? [];
  return (
    <StepForm form={form} label="Define source">
      {sources.length > 0 ? (
        <RadioField
          name="choice"
          label="Requests come from"
          isInline
          choices={[
            { value: "new", label: "New source", hint: "Gets a URL of its own" },
            { value: "existing", label: "Existing source", hint: "One that this project has" },
          ]}
        />
      ) : null}
      {choice === "existing" ? (
        <SelectField
          name="source_id"
          label="Source"
          isRequired
          options={[
            { value: "", label: "Choose a source" },
            ...sources.map(({ id, name: label }) => ({ value: id, label })),
          ]}
        />
      ) : (
        <SourceFields placeholder={hintsForUseCase(useCase).sourceName} />
      )}
    </StepForm>
  );
}

/** A new source takes what comes. How it checks its senders, and what it answers, is in its edit. */
function SourceFields({ placeholder }: { placeholder: string }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NameField
        name="name"
        label="Source name"
        placeholder={`e.g. ${placeholder}`}
        isRequired
        question={(name) => ({ kind: "source", name })}
      />
      <SourceTypeField name="type" />
    </div>
  );
}

function SourceConfiguration() {
  const type: SourceType | "" = useWatch({ name: "type" });
  return type === "" ? null : <SourceConfigurationFields type={type} />;
}

export interface EditSourceProps {
  source: Source;
  onDone: () => void;
}

export function EditSource({ source, onDone }: EditSourceProps) {
  const { mutateAsync: update } = useUpdateSource(({ name }) => `Source ${name} configuration updated`);
  const form = useSaveForm({
    schema: NewSourceForm,
    stored: valuesOf(source),
    version: source.updated_at,
    save: (values, version) =>
      refusalOf(update({ id: source.id, body: sourceInputOf(values), version }), {
        failed: SOURCE_SAVE_FAILED,
        fieldOf: (path) => sourceFieldOf(values, path),
      }),
    newest: async () => {
      const newest = await call(getSource, { params: { id: source.id } });
      return { stored: valuesOf(newest), version: newest.updated_at };
    },
    onSaved: onDone,
  });
  return (
    <StepForm form={form} label="Edit source" onCancel={onDone}>
      <SourceFields placeholder="stripe" />
      <SourceConfiguration />
    </StepForm>
  );
}
