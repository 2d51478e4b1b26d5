/** The retry rule in the form, with the attempts that it makes and its status codes in words. */
import { RETRY_MAX_COUNT } from "@posthorn/contract/limits";
import { RETRY_STRATEGIES } from "@posthorn/contract/rules";
import { get, useFormState, useWatch } from "react-hook-form";
import { DurationField } from "../../ui/form/duration-field.tsx";
import { durationText } from "../../ui/form/duration.ts";
import { NumberField } from "../../ui/form/number-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useFormField } from "../../ui/form/use-form-field.ts";
import { AttemptLine } from "./attempt-line.tsx";
import { retrySchedule } from "./retry-schedule.ts";
import { RuleRow } from "./rule-row.tsx";
import type { RulesFormValues } from "./rules-form.ts";
import { codesMistake, statusCodeWords } from "./status-code-words.ts";
import { StatusBar } from "./status-bar.tsx";

const STRATEGIES = RETRY_STRATEGIES.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));

export function RetrySection() {
  const { value: isOn, set } = useFormField<boolean>("retry.is_on", { label: "Retry" });
  const { errors } = useFormState({ name: "retry" });
  const { strategy, interval, count, codes }: RulesFormValues["retry"] = useWatch({ name: "retry" });
  const isReadable =
    interval !== null && count !== null && Number.isInteger(count) && count >= 1 && count <= RETRY_MAX_COUNT;
  const schedule = isReadable ? retrySchedule({ strategy, interval, count }) : null;
  const lastMs = schedule?.attempts.at(-1)?.atMs ?? 0;
  const summary = !isOn
    ? "one attempt only"
    : schedule && `up to ${schedule.attempts.length} attempts over ${durationText(lastMs)}`;
  return (
    <RuleRow
      type="retry"
      isOn={isOn}
      onToggle={set}
      summary={summary}
      hasMistake={get(errors, "retry") !== undefined}
    >
      <div className="grid gap-4 sm:grid-cols-[1fr_1.2fr_1fr]">
        <SelectField name="retry.strategy" label="Strategy" options={STRATEGIES} />
        <DurationField name="retry.interval" label="Interval" isRequired />
        <NumberField name="retry.count" label="Count" min={1} max={RETRY_MAX_COUNT} isRequired />
      </div>
      {schedule ? <AttemptLine schedule={schedule} /> : null}
      <TextField
        name="retry.codes"
        label="Response status codes"
        isMono
        autoComplete="off"
        spellCheck={false}
        placeholder="429, 500-599, !525"
        hint="Separated by commas. Empty means any error."
      />
      {codesMistake(codes) === null ? (
        <div>
          <StatusBar codes={codes} />
          <p aria-live="polite" className="mt-2 text-sm text-ink-2">
            {statusCodeWords(codes)}
          </p>
        </div>
      ) : null}
    </RuleRow>
  );
}
