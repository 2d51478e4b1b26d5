/** The settings of a filter rule: what each part of a request must match, as JSON. */
import type { FilterPart } from "@posthorn/contract/rules";
import { useId, useState } from "react";
import { CodeEditor } from "../../ui/code-editor/code-editor.tsx";
import { FieldNote } from "../../ui/field.tsx";
import { useFormStatus } from "../../ui/form/form-status.ts";
import { TabList, TabPanel } from "../../ui/tabs.tsx";
import type { ErrorAt } from "./rule-step-row.tsx";
import type { StepOf } from "./rules-form.ts";

const EDITOR_HEIGHT_PX = 148;

const LABELS: Record<FilterPart, string> = { body: "Body", headers: "Headers", query: "Query", path: "Path" };
const ORDER = ["body", "headers", "query", "path"] as const;

const EXAMPLES: Record<FilterPart, string> = {
  body: '{ "status": "paid", "total": { "$gte": 50 } }',
  headers: '{ "x-topic": "orders/paid" }',
  query: '{ "environment": "live" }',
  path: '{ "$startsWith": "/orders" }',
};

export interface FilterStepProps {
  step: StepOf<"filter">;
  onChange: (step: StepOf<"filter">) => void;
  errorAt: ErrorAt;
}

export function FilterStep({ step, onChange, errorAt }: FilterStepProps) {
  const tabsId = useId();
  const noteId = useId();
  const [part, setPart] = useState<FilterPart>(() => ORDER.find((one) => step.texts[one] !== "") ?? "body");
  const { submitCount } = useFormStatus();
  const [seenSubmits, setSeenSubmits] = useState(submitCount);
  if (submitCount !== seenSubmits) {
    // After a failed save, the part that is wrong comes into view.
    setSeenSubmits(submitCount);
    setPart(ORDER.find((one) => errorAt(`texts.${one}`) !== undefined) ?? part);
  }
  const error = errorAt(`texts.${part}`);
  return (
    <div>
      <TabList
        id={tabsId}
        label="Part of the request"
        value={part}
        onChange={setPart}
        tabs={ORDER.map((one) => ({
          value: one,
          label: (
            <>
              {LABELS[one]}
              {step.texts[one].trim() === "" ? null : <span aria-label="is checked"> •</span>}
            </>
          ),
        }))}
      />
      <TabPanel id={tabsId} value={part} className="pt-2">
        <CodeEditor
          label={`Filter for the ${LABELS[part].toLowerCase()}`}
          language="json"
          height={EDITOR_HEIGHT_PX}
          value={step.texts[part]}
          onChange={(text) => onChange({ ...step, texts: { ...step.texts, [part]: text } })}
          placeholder={EXAMPLES[part]}
          describedBy={noteId}
          isInvalid={error !== undefined}
        />
        <FieldNote
          id={noteId}
          error={error}
          hint="JSON that the request must match. A part without JSON is not checked."
          className="mt-1.5"
        />
      </TabPanel>
    </div>
  );
}
