/**
 * Chooses fields of a request by their paths: from the latest request of the source, or typed.
 */
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { useReadOnly } from "../../ui/read-only.ts";
import { latestRequestQuery } from "../requests/latest-request.ts";
import { payloadFields } from "./payload-fields.ts";

export interface FieldPickerProps {
  sourceId: string | null;
  fields: readonly string[];
  onChange: (fields: string[]) => void;
  error: string | undefined;
}

export function FieldPicker({ sourceId, fields, onChange, error }: FieldPickerProps) {
  const readOnly = useReadOnly();
  const [typed, setTyped] = useState("");
  const latest = useQuery(latestRequestQuery(sourceId));
  const data = latest.data?.models[0]?.data;
  const offered = useMemo(() => (data ? payloadFields(data) : []), [data]);
  const add = () => {
    const path = typed.trim();
    if (path !== "" && !fields.includes(path)) onChange([...fields, path]);
    setTyped("");
  };
  const toggle = (path: string, isOn: boolean) =>
    onChange(isOn ? [...fields, path] : fields.filter((field) => field !== path));
  return (
    <div className="flex flex-col gap-3">
      <Field label="Fields" error={error} hint="A path such as body.items[*].id" isRequired>
        <div className="flex gap-2">
          <Input
            isMono
            value={typed}
            placeholder="body.id"
            autoComplete="off"
            spellCheck={false}
            onChange={(change) => setTyped(change.target.value)}
            onKeyDown={(press) => {
              if (press.key !== "Enter") return;
              press.preventDefault();
              add();
            }}
          />
          <Button disabledReason={readOnly} onClick={add}>
            Add
          </Button>
        </div>
      </Field>
      {fields.length === 0 ? null : (
        <ul aria-label="Chosen fields" className="flex flex-wrap gap-1.5">
          {fields.map((field) => (
            <li key={field}>
              <button
                type="button"
                aria-label={`Remove ${field}`}
                disabled={readOnly !== undefined}
                onClick={() => toggle(field, false)}
                className="mono inline-flex min-h-6 items-center gap-1 rounded-sm border border-line-strong px-1.5 hover:bg-sel"
              >
                {field}
                <X aria-hidden className="size-3 text-ink-3" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {offered.length > 0 ? (
        <fieldset>
          <legend className="mb-1 text-xs text-ink-3">From the latest request of the source</legend>
          <div className="max-h-52 overflow-y-auto rounded-md border border-line px-3 py-1.5">
            {offered.map(({ path, example }) => (
              <Checkbox
                key={path}
                className="flex!"
                label={
                  <span className="flex min-w-0 gap-3">
                    <span className="mono [overflow-wrap:anywhere]">{path}</span>
                    <span className="mono min-w-0 truncate text-ink-3">{example}</span>
                  </span>
                }
                checked={fields.includes(path)}
                onChange={(change) => toggle(path, change.target.checked)}
              />
            ))}
          </div>
        </fieldset>
      ) : sourceId === null || latest.isSuccess ? (
        <p className="text-xs text-ink-3">
          Once the source has received a request, you can choose its fields here.
        </p>
      ) : null}
    </div>
  );
}
