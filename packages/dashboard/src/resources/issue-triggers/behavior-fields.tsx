/** When does a trigger open an issue, and for what? The fields of each type. */
import { REJECTION_CAUSES, type IssueType } from "@posthorn/contract/causes";
import { REJECTION_CAUSE_LABELS } from "@posthorn/contract/texts";
import { useWatch } from "react-hook-form";
import { CheckboxGroupField } from "../../ui/form/checkbox-group-field.tsx";
import { DurationField } from "../../ui/form/duration-field.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import { RadioField } from "../../ui/form/radio-field.tsx";
import { ScopeField } from "./scope-field.tsx";
import type { BehaviorValues } from "./trigger-form.ts";
import { LOG_LEVEL_LABELS, STRATEGY_LABELS } from "./trigger-words.ts";

const WHEN = "Open an issue when";

const STRATEGIES = [
  {
    value: "first_attempt",
    label: STRATEGY_LABELS.first_attempt,
    hint: "Know at once, even if a retry may fix it",
  },
  { value: "final_attempt", label: STRATEGY_LABELS.final_attempt, hint: "Only when no retry is left" },
];

const LOG_LEVELS = [
  { value: "warn", label: LOG_LEVEL_LABELS.warn, hint: "Warnings, errors and code that failed" },
  { value: "error", label: LOG_LEVEL_LABELS.error, hint: "Errors and code that failed" },
  { value: "fatal", label: LOG_LEVEL_LABELS.fatal, hint: "Only code that failed" },
];

const CAUSES = [
  { value: "all", label: "Every cause" },
  { value: "only", label: "Only some" },
  { value: "except", label: "All but some" },
];
const CAUSE_OPTIONS = REJECTION_CAUSES.map((value) => ({ value, label: REJECTION_CAUSE_LABELS[value] }));

export function BehaviorFields({ type }: { type: IssueType }) {
  return (
    <>
      <Condition type={type} />
      <ScopeField type={type} />
    </>
  );
}

function Condition({ type }: { type: IssueType }) {
  if (type === "delivery") return <RadioField name="strategy" label={WHEN} isInline choices={STRATEGIES} />;
  if (type === "transformation")
    return <RadioField name="log_level" label="Open an issue from level" isInline choices={LOG_LEVELS} />;
  if (type === "backpressure")
    return (
      <div className="max-w-72">
        <DurationField
          name="delay"
          label="Delay"
          isRequired
          units={["minutes", "hours", "days"]}
          hint="Opens an issue when the oldest pending event of a destination waits longer."
        />
      </div>
    );
  return <RejectionFields />;
}

function RejectionFields() {
  const causes: BehaviorValues["causes"] = useWatch({ name: "causes" });
  return (
    <>
      <RadioField name="causes" label="Rejected for" isInline choices={CAUSES} />
      {causes === "all" ? null : (
        <CheckboxGroupField
          name="chosen_causes"
          label={causes === "only" ? "Causes" : "Causes to leave out"}
          options={CAUSE_OPTIONS}
        />
      )}
      <div className="max-w-72">
        <NumberField
          name="per_minute"
          label="Rejections within a minute"
          isRequired
          min={1}
          hint="Fewer of one cause open no issue."
        />
      </div>
    </>
  );
}
