/** The settings of a transform rule: which transformation runs. */
import { useQuery } from "@tanstack/react-query";
import { namedTransformationsQuery } from "../transformations/transformation-queries.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { Field } from "../../ui/field.tsx";
import type { ErrorAt } from "./rule-step-row.tsx";
import type { StepOf } from "./rules-form.ts";

export interface TransformStepProps {
  step: StepOf<"transform">;
  onChange: (step: StepOf<"transform">) => void;
  errorAt: ErrorAt;
}

export function TransformStep({ step, onChange, errorAt }: TransformStepProps) {
  const transformations = useQuery(namedTransformationsQuery);
  const items = transformations.data?.models ?? [];
  const chosen = items.find(({ id }) => id === step.transformation_id) ?? null;
  const hasNone = transformations.isSuccess && items.length === 0;
  return (
    <Field
      label="Transformation"
      isRequired
      error={errorAt("transformation_id")}
      hint={hasNone ? "There is none yet. Create one under Transformations first." : undefined}
    >
      <Combobox
        label="Transformation"
        items={items}
        value={chosen}
        onChange={(item) => onChange({ ...step, transformation_id: item?.id ?? "" })}
        itemToText={({ name }) => name}
        itemToKey={({ id }) => id}
        placeholder="Choose a transformation"
        isDisabled={hasNone}
      />
    </Field>
  );
}
