/**
 * A section of a settings page with a form of its own. While it has changes, its Save and Discard stay in view at the foot
 * of the page, with what went wrong. Sections that a person may only read are inside `ReadOnlyForms`.
 *
 * Apart from `Section`, because pages without a form need no library of forms.
 */
import { useId } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "../button.tsx";
import { useReadOnly } from "../read-only.ts";
import { FormMessages } from "./form-messages.tsx";
import { Form } from "./form.tsx";
import { Section, type SectionProps } from "./section.tsx";
import { AtFoot } from "./settings-main.tsx";
import { SubmitButton } from "./submit-button.tsx";
import type { SaveForm } from "./use-save-form.ts";

export interface FormSectionProps<Values extends FieldValues> extends SectionProps {
  form: SaveForm<Values>;
}

export function FormSection<Values extends FieldValues>({
  form,
  id,
  title,
  text,
  children,
}: FormSectionProps<Values>) {
  const reason = useReadOnly();
  const formId = useId();
  return (
    <Section id={id} title={title} text={text}>
      <Form form={form} label={title} id={formId} className="flex flex-col gap-4">
        {children}
        {form.isDirty || form.isSaving ? (
          <AtFoot>
            <section
              aria-label={`Unsaved changes in ${title}`}
              className="border-t border-line px-5 max-md:px-3"
            >
              <div className="mx-auto flex max-w-250 flex-wrap items-center justify-end gap-2 py-2.5">
                <p className="mr-auto flex items-center gap-2 text-sm text-ink-2">
                  <span aria-hidden className="size-1.5 rounded-full bg-hold" />
                  Unsaved changes in {title}
                </p>
                <FormMessages className="order-first max-h-[40vh] w-full overflow-y-auto" />
                <Button variant="quiet" onClick={form.discard} isPending={form.isSaving}>
                  Discard
                </Button>
                <SubmitButton form={formId} disabledReason={reason}>
                  Save
                </SubmitButton>
              </div>
            </section>
          </AtFoot>
        ) : null}
      </Form>
    </Section>
  );
}
