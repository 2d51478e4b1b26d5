/** The name of the project. */
import { TITLE_MAX_CHARACTERS } from "@posthorn/contract/limits";
import type { Project } from "@posthorn/contract/projects";
import { REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";
import { FormSection } from "../../ui/form/form-section.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useProjectForm } from "./use-project-form.ts";

const Values = z.object({
  name: z.string().check(
    z.refine((name) => name.trim() !== "", REQUIRED),
    z.maxLength(TITLE_MAX_CHARACTERS, `Name is longer than ${TITLE_MAX_CHARACTERS} characters`),
  ),
});

export function NameSection({ project }: { project: Project }) {
  const form = useProjectForm(project, {
    schema: Values,
    valuesOf: ({ name }) => ({ name }),
    bodyOf: ({ name }) => ({ name: name.trim() }),
  });
  return (
    <FormSection form={form} title="Project name" text={`At most ${TITLE_MAX_CHARACTERS} characters.`}>
      <div className="max-w-90">
        <TextField name="name" label="Name" isRequired autoComplete="off" />
      </div>
    </FormSection>
  );
}
