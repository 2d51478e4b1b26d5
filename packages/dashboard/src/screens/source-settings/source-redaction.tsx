/** Which values of a source's requests are masked before the requests are stored? A list of paths, to be tried first. */
import { REDACTION_MAX_PATHS, REDACTION_PATH_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { readRedactionPath } from "@posthorn/contract/redaction";
import type { Source } from "@posthorn/contract/sources";
import { REQUIRED, SOURCE_SAVE_FAILED } from "@posthorn/contract/texts";
import { useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import * as z from "zod/mini";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useUpdateSource } from "../../resources/sources/source-actions.ts";
import { sourceQuery } from "../../resources/sources/source-queries.ts";
import { Button } from "../../ui/button.tsx";
import { FormSection } from "../../ui/form/form-section.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { useReadOnly } from "../../ui/read-only.ts";
import { RedactionTrial } from "./redaction-trial.tsx";

const Path = z.string().check(z.minLength(1, { error: REQUIRED, abort: true }), ({ value, issues }) => {
  const read = readRedactionPath(value.trim());
  if ("problem" in read) issues.push({ code: "custom", message: sentence(read.problem), input: value });
});
const RedactionForm = z.object({ redaction: z.array(z.object({ path: Path })) });
type RedactionValues = z.output<typeof RedactionForm>;

function sentence(problem: string): string {
  return problem.charAt(0).toUpperCase() + problem.slice(1);
}

function valuesOf({ config }: Source): RedactionValues {
  return { redaction: (config.redaction ?? []).map((path) => ({ path })) };
}

function pathsOf({ redaction }: RedactionValues): string[] {
  return redaction.map(({ path }) => path.trim());
}

export function SourceRedaction({ source }: { source: Source }) {
  const { id, type } = source;
  const client = useQueryClient();
  const readOnly = useReadOnly();
  const { mutateAsync: update } = useUpdateSource();
  const form = useSaveForm({
    schema: RedactionForm,
    stored: valuesOf(source),
    version: source.updated_at,
    save: (values, version) =>
      refusalOf(update({ id, body: { type, config: { redaction: pathsOf(values) } }, version }), {
        failed: SOURCE_SAVE_FAILED,
        fieldOf: (path) => path.replace(/^config\.redaction\.(\d+)$/, "redaction.$1.path"),
      }),
    newest: async () => {
      const now = await client.fetchQuery({ ...sourceQuery(id), staleTime: 0 });
      return { stored: valuesOf(now), version: now.updated_at };
    },
  });
  const rows = useFieldArray({ control: form.state.control, name: "redaction" });
  return (
    <FormSection
      form={form}
      id="redaction"
      title="Redaction"
      text="Values that are masked after the sender is verified and before anything is stored. Nobody can read them later."
    >
      {rows.fields.map((row, at) => (
        <div key={row.id} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              name={`redaction.${at}.path`}
              label={`Path ${at + 1}`}
              isRequired
              isMono
              autoComplete="off"
              spellCheck={false}
              maxLength={REDACTION_PATH_MAX_CHARACTERS}
              placeholder="body.customer.email"
            />
          </div>
          <IconButton
            label={`Remove path ${at + 1}`}
            icon={<Trash2 />}
            onClick={() => rows.remove(at)}
            disabled={readOnly !== undefined}
            className="mt-6.5"
          />
        </div>
      ))}
      <p className="text-sm text-ink-3">
        <code className="mono">body.items[*].card.number</code>,{" "}
        <code className="mono">headers.authorization</code> or <code className="mono">query.token</code>. A
        source that masks values of the body rejects a body that is neither JSON nor a form.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          icon={<Plus />}
          disabledReason={
            readOnly ??
            (rows.fields.length >= REDACTION_MAX_PATHS ? `At most ${REDACTION_MAX_PATHS} paths` : undefined)
          }
          onClick={() => rows.append({ path: "" })}
        >
          Add a path
        </Button>
      </div>
      {rows.fields.length > 0 ? <RedactionTrial sourceId={id} control={form.state.control} /> : null}
    </FormSection>
  );
}
