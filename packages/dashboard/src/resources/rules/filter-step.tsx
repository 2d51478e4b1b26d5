/**
 * The settings of a filter rule: what each part of a request must match, as JSON. The filter editor shows which requests
 * it lets pass.
 */
import type { FilterParts } from "@posthorn/contract/filter-trials";
import type { FilterPart, Rule } from "@posthorn/contract/rules";
import { FlaskConical } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "../../ui/button.tsx";
import { CodeEditor } from "../../ui/code-editor/code-editor.tsx";
import { FieldNote } from "../../ui/field.tsx";
import { useFormStatus } from "../../ui/form/form-status.ts";
import { useReadOnly } from "../../ui/read-only.ts";
import { TabList, TabPanel } from "../../ui/tabs.tsx";
import { FilterEditor } from "../filters/filter-editor.tsx";
import { FILTER_TABS, PART_NAMES } from "../filters/filter-parts.ts";
import { savableParts, textsOf } from "../filters/filter-texts.ts";
import type { ErrorAt } from "./rule-step-row.tsx";
import { rulesIfValid, type RulesFormValues, type StepOf } from "./rules-form.ts";

const EDITOR_HEIGHT_PX = 148;

const EXAMPLES: Record<FilterPart, string> = {
  body: '{ "status": "paid", "total": { "$gte": 50 } }',
  headers: '{ "x-topic": "orders/paid" }',
  query: '{ "environment": "live" }',
  path: '{ "$startsWith": "/orders" }',
};

export interface FilterStepProps {
  step: StepOf<"filter">;
  /** The source whose requests the editor tests the filter on. Null while there is none. */
  sourceId: string | null;
  connectionId: string | undefined;
  /** The transformation that runs before the filter; null if none does. */
  transformationBefore: string | null;
  onChange: (step: StepOf<"filter">) => void;
  errorAt: ErrorAt;
}

export function FilterStep({ step, onChange, errorAt, ...tested }: FilterStepProps) {
  const tabsId = useId();
  const noteId = useId();
  const [part, setPart] = useState<FilterPart>(
    () => FILTER_TABS.find((one) => step.texts[one] !== "") ?? "body",
  );
  const [isEditing, setIsEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsEditing(false);
    opener.current?.focus();
  };
  const { getValues } = useFormContext<RulesFormValues>();
  const withFilter = (filter: FilterParts) => ({ ...step, texts: textsOf(filter) });
  const rulesWith = (filter: FilterParts): Rule[] | null => {
    const values = getValues();
    const steps = values.steps.map((one) => (one.key === step.key ? withFilter(filter) : one));
    return rulesIfValid({ ...values, steps });
  };
  const readOnly = useReadOnly();
  const { submitCount } = useFormStatus();
  const [seenSubmits, setSeenSubmits] = useState(submitCount);
  if (submitCount !== seenSubmits) {
    // After a failed save, the part that is wrong comes into view.
    setSeenSubmits(submitCount);
    setPart(FILTER_TABS.find((one) => errorAt(`texts.${one}`) !== undefined) ?? part);
  }
  const error = errorAt(`texts.${part}`);
  return (
    <div>
      <TabList
        id={tabsId}
        label="Part of the request"
        value={part}
        onChange={setPart}
        tabs={FILTER_TABS.map((one) => ({
          value: one,
          label: (
            <>
              {PART_NAMES[one]}
              <TabMark text={step.texts[one]} isWrong={errorAt(`texts.${one}`) !== undefined} />
            </>
          ),
        }))}
      />
      <TabPanel id={tabsId} value={part} className="pt-2">
        <CodeEditor
          label={`Filter for the ${PART_NAMES[part].toLowerCase()}`}
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
      <Button
        ref={opener}
        size="sm"
        icon={<FlaskConical aria-hidden />}
        className="mt-2"
        disabledReason={readOnly}
        onClick={() => setIsEditing(true)}
      >
        Open filter editor
      </Button>
      {isEditing ? (
        <FilterEditor
          value={savableParts(step.texts)}
          {...tested}
          rulesWith={rulesWith}
          onClose={close}
          onConfirm={(filter) => {
            onChange(withFilter(filter));
            close();
          }}
        />
      ) : null}
    </div>
  );
}

/** Says without opening the tab whether the filter checks this part, and whether something there is wrong. */
function TabMark({ text, isWrong }: { text: string; isWrong: boolean }) {
  if (!isWrong && text.trim() === "") return null;
  return (
    <>
      <span aria-hidden className={isWrong ? "text-bad" : undefined}>
        {" •"}
      </span>
      <span className="sr-only">{isWrong ? ", has a mistake" : ", is checked"}</span>
    </>
  );
}
