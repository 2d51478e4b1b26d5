/** What the project hears of itself: topics that come in as requests through one of its sources. */
import type { Project } from "@posthorn/contract/projects";
import { REQUIRED } from "@posthorn/contract/texts";
import { WEBHOOK_TOPICS } from "@posthorn/contract/webhook-topics";
import { Link } from "@tanstack/react-router";
import { useCallback } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { useChoices } from "../../resources/pickers/use-choices.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { Field } from "../../ui/field.tsx";
import { CheckboxField } from "../../ui/form/checkbox-field.tsx";
import { CheckboxGroupField } from "../../ui/form/checkbox-group-field.tsx";
import { FormSection } from "../../ui/form/form-section.tsx";
import { useFormField } from "../../ui/form/use-form-field.ts";
import { linkClass } from "../../ui/link-class.ts";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { useProjectForm } from "./use-project-form.ts";

const NotificationsForm = z
  .object({
    has_webhook: z.boolean(),
    webhook_source_id: z.string(),
    webhook_topics: z.array(z.enum(WEBHOOK_TOPICS)),
  })
  .check(
    z.refine(({ has_webhook, webhook_source_id }) => !has_webhook || webhook_source_id !== "", {
      path: ["webhook_source_id"],
      error: REQUIRED,
    }),
    z.refine(({ has_webhook, webhook_topics }) => !has_webhook || webhook_topics.length > 0, {
      path: ["webhook_topics"],
      error: REQUIRED,
    }),
  );
type Values = z.output<typeof NotificationsForm>;

function valuesOf({ webhook_source_id, webhook_topics }: Project): Values {
  return {
    has_webhook: webhook_topics.length > 0,
    webhook_source_id: webhook_source_id ?? "",
    webhook_topics,
  };
}

const TOPICS = WEBHOOK_TOPICS.map((topic) => ({
  value: topic,
  label: <span className="mono">{topic}</span>,
}));

export function NotificationsSection({ project }: { project: Project }) {
  const form = useProjectForm<Values>(project, {
    schema: NotificationsForm,
    valuesOf,
    bodyOf: ({ has_webhook, webhook_source_id, webhook_topics }) =>
      has_webhook ? { webhook_source_id, webhook_topics } : { webhook_source_id: null, webhook_topics: [] },
  });
  const isOn = useWatch({ control: form.state.control, name: "has_webhook" });
  return (
    <FormSection
      form={form}
      title="Notifications"
      text="How this project tells your systems about issues and attempts."
    >
      <CheckboxField
        name="has_webhook"
        label="Webhook"
        hint="Topics come in as requests through a source, and its connections deliver them."
      />
      {isOn ? (
        <div className="flex flex-col gap-4 border-l border-line pl-4">
          <div className="max-w-90">
            <SourceField />
          </div>
          <CheckboxGroupField name="webhook_topics" label="Topics" options={TOPICS} />
        </div>
      ) : null}
    </FormSection>
  );
}

function SourceField() {
  const id: string = useWatch({ name: "webhook_source_id" });
  const { models, chosen, isEmpty, isPending, error, onRetry, search } = useChoices("source", id);
  const textOf = useCallback(
    (value: unknown) => models.find((source) => source.id === value)?.name ?? "empty",
    [models],
  );
  const field = useFormField<string>("webhook_source_id", { label: "Source", textOf });
  if (error) return <LoadFailedLine what="The sources" error={error} onRetry={onRetry} />;
  return (
    <Field
      label="Source"
      isRequired
      error={field.error}
      hint={
        isEmpty ? (
          <>
            This project has no source yet.{" "}
            <Link to="/sources/new" className={linkClass}>
              Create a source
            </Link>
          </>
        ) : undefined
      }
    >
      <Combobox
        label="Source"
        items={models}
        value={chosen}
        onChange={(source) => field.set(source?.id ?? "")}
        itemToText={({ name }) => name}
        itemToKey={(source) => source.id}
        placeholder={isPending ? "Loading…" : "Choose a source"}
        emptyText="No sources found"
        isDisabled={isPending}
        search={search}
      />
    </Field>
  );
}
