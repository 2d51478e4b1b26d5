/** The delay rule in the form. */
import { get, useFormState, useWatch } from "react-hook-form";
import { DurationField } from "../../ui/form/duration-field.tsx";
import { durationText } from "../../ui/form/duration.ts";
import { useFormField } from "../../ui/form/use-form-field.ts";
import { RuleRow } from "./rule-row.tsx";
import type { RulesFormValues } from "./rules-form.ts";

export function DelaySection() {
  const { value: isOn, set } = useFormField<boolean>("delay.is_on", { label: "Delay" });
  const { errors } = useFormState({ name: "delay" });
  const { delay }: RulesFormValues["delay"] = useWatch({ name: "delay" });
  const summary = !isOn ? "deliver at once" : delay !== null && `deliver after ${durationText(delay)}`;
  return (
    <RuleRow
      type="delay"
      isOn={isOn}
      onToggle={set}
      summary={summary}
      hasMistake={get(errors, "delay") !== undefined}
    >
      <div className="max-w-70">
        <DurationField name="delay.delay" label="Delay for" isRequired />
      </div>
    </RuleRow>
  );
}
