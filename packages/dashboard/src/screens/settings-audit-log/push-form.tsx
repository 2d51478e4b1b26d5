/**
 * Chooses where the entries of the log go: a source of any project of the organization, or a receiver of OpenTelemetry.
 *
 * The server sends no headers back. As long as the person leaves them, and the URL, the stored ones stay.
 */
import { type AuditPush, type AuditPushInput, AUDIT_PUSH_TARGETS } from "@posthorn/contract/audit-push";
import { HttpUrl } from "@posthorn/contract/http-url";
import { REQUIRED } from "@posthorn/contract/texts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useSaveAuditPush } from "../../resources/audit-log/audit-push-actions.ts";
import { auditPushSourcesQuery } from "../../resources/audit-log/audit-push-queries.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { headersIn, HeaderLines } from "../../resources/team-integrations/header-lines.ts";
import { Button } from "../../ui/button.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Field } from "../../ui/field.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { RadioField } from "../../ui/form/radio-field.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useFormField } from "../../ui/form/use-form-field.ts";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { Textarea } from "../../ui/textarea.tsx";
import { useRested } from "../../ui/use-rested.ts";
import { sourceText } from "./push-texts.ts";

const RESTS_AFTER_MS = 150;

const Shape = z.object({
  type: z.enum(AUDIT_PUSH_TARGETS),
  source_id: z.string(),
  url: z.string(),
  /** Null: the stored ones. */
  headers: z.nullable(z.string()),
});
type Values = z.infer<typeof Shape>;

/** Only what belongs to the chosen place is checked. */
const Checked = Shape.check((context) => {
  const { type, source_id, url, headers } = context.value;
  const wrong = (path: keyof Values, message: string | undefined) => {
    if (message !== undefined)
      context.issues.push({ code: "custom", path: [path], input: context.value, message });
  };
  if (type === "source") return wrong("source_id", source_id === "" ? REQUIRED : undefined);
  wrong("url", url.trim() === "" ? REQUIRED : HttpUrl.safeParse(url.trim()).error?.issues[0]?.message);
  if (headers !== null) wrong("headers", HeaderLines.safeParse(headers).error?.issues[0]?.message);
});

const CHOICES = [
  {
    value: "source",
    label: "A source",
    hint: "Each entry becomes a request there. Its connections deliver and retry it like any other.",
  },
  {
    value: "otlp",
    label: "OpenTelemetry",
    hint: "Log records in batches, as JSON of OTLP over HTTP.",
  },
];

function valuesOf(push: AuditPush | null): Values {
  if (push?.target.type === "otlp")
    return { type: "otlp", source_id: "", url: push.target.url, headers: null };
  return { type: "source", source_id: push?.target.source?.id ?? "", url: "", headers: "" };
}

function inputOf({ type, source_id, url, headers }: Values): AuditPushInput {
  if (type === "source") return { type, source_id };
  return { type, url: url.trim(), headers: headers === null ? null : (headersIn(headers) ?? {}) };
}

export function PushForm({ push, onClose }: { push: AuditPush | null; onClose: () => void }) {
  const refusal = useRefusal("pushAuditLog");
  const { mutateAsync: save } = useSaveAuditPush();
  const form = useSaveForm({
    schema: Checked,
    stored: valuesOf(push),
    isNew: push === null,
    save: (values) => refusalOf(save(inputOf(values)), { failed: "The push was not saved" }),
    onSaved: onClose,
  });
  return (
    <Form form={form} label="Where entries go" className="flex flex-col gap-4">
      <RadioField name="type" label="Where entries go" isInline choices={CHOICES} />
      <PlaceFields push={push} />
      <FormMessages />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton disabledReason={refusal}>{push === null ? "Push from now on" : "Save"}</SubmitButton>
      </div>
    </Form>
  );
}

function PlaceFields({ push }: { push: AuditPush | null }) {
  const type: Values["type"] = useWatch({ name: "type" });
  if (type === "source") return <SourceField push={push} />;
  return (
    <>
      <TextField
        name="url"
        label="URL"
        isRequired
        isMono
        inputMode="url"
        placeholder="https://otel.example.com:4318"
        hint="Posthorn adds /v1/logs, unless the address ends in it."
      />
      <HeadersField push={push} />
    </>
  );
}

function SourceField({ push }: { push: AuditPush | null }) {
  const { organization } = useSession();
  const { value, set, error } = useFormField<string>("source_id", { label: "Source" });
  const [typed, setTyped] = useState("");
  const found = useQuery(auditPushSourcesQuery(organization.id, useRested(typed.trim(), RESTS_AFTER_MS)));
  const stored = push?.target.type === "source" ? push.target.source : null;
  const [picked, setPicked] = useState(stored);
  const models = found.data?.models ?? [];
  const chosen = models.find(({ id }) => id === value) ?? (picked?.id === value ? picked : null);
  return (
    <Field
      label="Source"
      isRequired
      error={error}
      hint="Of any project of the organization. Whoever sees the project sees the entries there."
    >
      <Combobox
        label="Source"
        items={chosen && !models.includes(chosen) ? [chosen, ...models] : models}
        value={chosen}
        onChange={(source) => {
          setPicked(source);
          set(source?.id ?? "");
        }}
        itemToText={sourceText}
        itemToKey={({ id }) => id}
        placeholder="Choose a source"
        emptyText={found.isError ? "The sources could not be loaded" : "No such source"}
        search={{ onType: setTyped, note: found.isFetching ? "Searching…" : null }}
      />
    </Field>
  );
}

function HeadersField({ push }: { push: AuditPush | null }) {
  const { value, set, bind, error } = useFormField<string | null>("headers", {
    label: "Headers",
    textOf: () => "hidden",
  });
  const names = push?.target.type === "otlp" ? push.target.header_names : [];
  if (value === null)
    return (
      <Field
        label="Headers"
        error={error}
        hint="Another URL does not get the stored headers. Replace them if you change it."
      >
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span className="mono [overflow-wrap:anywhere]">
            {names.length === 0 ? "None" : `${names.join(", ")}: stored`}
          </span>
          <Button size="sm" onClick={() => set("")}>
            {names.length === 0 ? "Add" : "Replace"}
          </Button>
        </div>
      </Field>
    );
  return (
    <Field
      label="Headers"
      error={error}
      hint="For credentials, one on each line: Name: value. They are stored sealed and not shown again."
    >
      <Textarea {...bind} rows={3} isMono value={value} onChange={({ target }) => set(target.value)} />
    </Field>
  );
}
