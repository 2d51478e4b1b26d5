/** The form of a step: Next for something new, Update and Cancel for an edit. */
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import type { SaveForm } from "../../ui/form/use-save-form.ts";
import { ReadOnlyContext } from "../../ui/read-only.ts";

export interface StepFormProps<Values extends FieldValues> {
  form: SaveForm<Values>;
  label: string;
  /** Ends an edit. Without it, the step makes something new. */
  onCancel?: (() => void) | undefined;
  children: ReactNode;
}

export function StepForm<Values extends FieldValues>({
  form,
  label,
  onCancel,
  children,
}: StepFormProps<Values>) {
  const refusal = useRefusal("configure");
  const { isValid, errors } = form.state.formState;
  const isIncomplete = !isValid || Object.keys(errors).length > 0;
  const isNew = onCancel === undefined;
  return (
    <ReadOnlyContext value={refusal}>
      <Form
        form={form}
        label={label}
        startsInFirstField={refusal === undefined}
        isGuarded={!isNew}
        className="flex flex-col gap-4"
      >
        {children}
        <FormMessages />
        <div className="flex gap-2">
          <SubmitButton
            disabledReason={
              refusal ?? (isNew && isIncomplete ? "Something is missing or wrong above" : undefined)
            }
          >
            {isNew ? "Next" : "Update"}
          </SubmitButton>
          {isNew ? null : <Button onClick={onCancel}>Cancel</Button>}
        </div>
      </Form>
    </ReadOnlyContext>
  );
}
