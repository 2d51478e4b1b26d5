/** What a trigger watches: all, a few chosen ones, or those whose name fits a pattern, with a preview of what fits. */
import type { IssueType } from "@posthorn/contract/causes";
import { fitsPattern } from "@posthorn/contract/name-pattern";
import { X } from "lucide-react";
import { useWatch } from "react-hook-form";
import { Badge } from "../../ui/badge.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { Field } from "../../ui/field.tsx";
import { RadioField } from "../../ui/form/radio-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useFormField } from "../../ui/form/use-form-field.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { useReadOnly } from "../../ui/read-only.ts";
import { patternOf, type BehaviorValues } from "./trigger-form.ts";
import { TRIGGER_WORDS } from "./trigger-words.ts";
import { useSubjects, type Subject, type Subjects } from "./use-subjects.ts";

/** How many names a preview shows. */
const SHOWN_NAMES = 3;

export function ScopeField({ type }: { type: IssueType }) {
  const { one, many } = TRIGGER_WORDS[type];
  const title = many.charAt(0).toUpperCase() + many.slice(1);
  const scope: BehaviorValues["scope"] = useWatch({ name: "scope" });
  const subjects = useSubjects(type);
  return (
    <div className="flex flex-col gap-2">
      <RadioField
        name="scope"
        label={title}
        isInline
        choices={[
          { value: "all", label: `All ${many}`, hint: "New ones too" },
          { value: "chosen", label: `Specific ${many}`, hint: "Picked by name" },
          { value: "pattern", label: "Pattern", hint: "Matched by name" },
        ]}
      />
      {scope !== "all" && subjects.error ? (
        <LoadFailedLine
          what={`The ${many}`}
          error={subjects.error}
          onRetry={() => Promise.resolve(subjects.retry())}
        />
      ) : null}
      {scope === "chosen" ? <ChosenField label={title} one={one} subjects={subjects} /> : null}
      {scope === "pattern" ? <PatternField type={type} subjects={subjects} /> : null}
    </div>
  );
}

const NONE: readonly Subject[] = [];

function ChosenField({ label, one, subjects }: { label: string; one: string; subjects: Subjects }) {
  const { value: ids, set, error } = useFormField<string[]>("ids", { label });
  const isReadOnly = useReadOnly() !== undefined;
  const list = subjects.list ?? NONE;
  const labelOf = (id: string) => list.find((subject) => subject.id === id)?.label ?? id;
  return (
    <div className="flex flex-col gap-2">
      <Field label={<span className="sr-only">Add a {one}</span>} error={error}>
        <Combobox<Subject>
          label={`Add a ${one}`}
          placeholder={`Add a ${one}…`}
          items={list.filter(({ id }) => !ids.includes(id))}
          value={null}
          onChange={(chosen) => (chosen === null ? undefined : set([...ids, chosen.id]))}
          itemToText={(subject) => subject.label}
          itemToKey={({ id }) => id}
        />
      </Field>
      {ids.length === 0 ? null : (
        <ul aria-label={`Chosen ${label.toLowerCase()}`} className="flex flex-wrap gap-1.5">
          {ids.map((id) => (
            <li key={id}>
              <Badge className="h-6 pr-0">
                {labelOf(id)}
                {isReadOnly ? null : (
                  <IconButton
                    size="sm"
                    label={`Remove ${labelOf(id)}`}
                    icon={<X />}
                    onClick={() => set(ids.filter((kept) => kept !== id))}
                  />
                )}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function PatternField({ type, subjects }: { type: IssueType; subjects: Subjects }) {
  const typed: string = useWatch({ name: "pattern" });
  const pattern = patternOf(type, typed);
  const fitting = subjects.list?.filter(({ name }) => fitsPattern(pattern, name));
  return (
    <div className="flex flex-col gap-1.5">
      <TextField
        name="pattern"
        label="Pattern"
        isRequired
        isMono
        spellCheck={false}
        placeholder="shopify*"
        hint={
          type === "delivery"
            ? "* stands for any characters, ! takes names away. Without *, names that contain the text match."
            : "* stands for any characters, ! takes names away. Separate several with commas."
        }
      />
      {fitting === undefined || typed.trim() === "" ? null : (
        <p aria-live="polite" className="flex flex-wrap items-center gap-1.5 text-xs text-ink-2">
          <span>
            matches {fitting.length}
            {subjects.hasMore ? " or more" : ""}
          </span>
          {fitting.slice(0, SHOWN_NAMES).map(({ id, label }) => (
            <Badge key={id}>{label}</Badge>
          ))}
          {fitting.length > SHOWN_NAMES ? <span>+ {fitting.length - SHOWN_NAMES} more</span> : null}
        </p>
      )}
    </div>
  );
}
