/** A form for some fields of the project: it saves only over the version that it has read. */
import type { BodyOf } from "@posthorn/contract/endpoint";
import type { Project, updateProject } from "@posthorn/contract/projects";
import { useQueryClient } from "@tanstack/react-query";
import type { FieldValues } from "react-hook-form";
import { refusalOf, type RefusalWords } from "../../resources/api/save-refusal.ts";
import { useUpdateProject } from "../../resources/projects/project-actions.ts";
import { projectQuery } from "../../resources/projects/project-queries.ts";
import { useSaveForm, type SaveForm, type SaveFormOptions } from "../../ui/form/use-save-form.ts";
import { toast } from "../../ui/toast.ts";

export interface ProjectFormOptions<Values extends FieldValues>
  extends Pick<SaveFormOptions<Values>, "schema">, Pick<RefusalWords, "fieldOf"> {
  valuesOf: (project: Project) => Values;
  bodyOf: (values: Values) => BodyOf<typeof updateProject>;
}

export function useProjectForm<Values extends FieldValues>(
  project: Project,
  { schema, valuesOf, bodyOf, ...words }: ProjectFormOptions<Values>,
): SaveForm<Values> {
  const { id } = project;
  const client = useQueryClient();
  const { mutateAsync: update } = useUpdateProject();
  return useSaveForm<Values>({
    schema,
    stored: valuesOf(project),
    version: project.updated_at,
    save: (values, version) =>
      refusalOf(update({ id, body: bodyOf(values), version }), {
        failed: "Failed to update project",
        ...words,
      }),
    newest: async () => {
      const now = await client.fetchQuery({ ...projectQuery(id), staleTime: 0 });
      return { stored: valuesOf(now), version: now.updated_at };
    },
    onSaved: () => toast.success("Project updated"),
  });
}
