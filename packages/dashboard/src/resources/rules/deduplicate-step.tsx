/** The settings of a deduplicate rule: for how long, and which fields make two requests equal. */
import { Field } from "../../ui/field.tsx";
import { DurationInput } from "../../ui/form/duration-field.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { FieldPicker } from "./field-picker.tsx";
import type { ErrorAt } from "./rule-step-row.tsx";
import type { StepOf } from "./rules-form.ts";

const MODES = [
  { value: "all", label: "All fields", hint: "Two requests must be equal in everything" },
  { value: "include", label: "Only some fields", hint: "Two requests must be equal in these" },
  { value: "exclude", label: "All but some fields", hint: "These may differ" },
] as const;

export interface DeduplicateStepProps {
  step: StepOf<"deduplicate">;
  sourceId: string | null;
  onChange: (step: StepOf<"deduplicate">) => void;
  errorAt: ErrorAt;
}

export function DeduplicateStep({ step, sourceId, onChange, errorAt }: DeduplicateStepProps) {
  return (
    <>
      <div className="max-w-70">
        <Field label="Window" isRequired error={errorAt("window")}>
          <DurationInput
            label="Window"
            units={["seconds", "minutes", "hours"]}
            value={step.window}
            onChange={(window) => onChange({ ...step, window })}
          />
        </Field>
      </div>
      <RadioGroup
        legend="Two requests are equal by"
        value={step.field_mode}
        onChange={(field_mode) => onChange({ ...step, field_mode })}
        choices={MODES}
        isInline
      />
      {step.field_mode === "all" ? null : (
        <FieldPicker
          sourceId={sourceId}
          fields={step.fields}
          onChange={(fields) => onChange({ ...step, fields })}
          error={errorAt("fields")}
        />
      )}
    </>
  );
}
