/**
 * One part of a settings page: what it is about on the left, its controls on the right, a hairline below. Where
 * `SettingsMain` has little room, one above the other.
 *
 * `FormSection` is a section with a form of its own. While it has changes, its Save and Discard stay in view at the foot
 * of the page, with what went wrong. Sections that a person may only read are inside `ReadOnlyForms`.
 */
import { useId, type ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "../button.tsx";
import { useReadOnly } from "../read-only.ts";
import { FormMessages } from "./form-messages.tsx";
import { Form } from "./form.tsx";
import { AtFoot } from "./settings-main.tsx";
import { SubmitButton } from "./submit-button.tsx";
import type { SaveForm } from "./use-save-form.ts";

export interface SectionProps {
  /** The hash of links that lead to this section. */
  id?: string | undefined;
  title: string;
  /** One or two sentences under the title. */
  text?: ReactNode;
  children: ReactNode;
}

export function Section({ id, title, text, children }: SectionProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid grid-cols-[248px_minmax(0,1fr)] gap-x-8 gap-y-4 border-b border-line py-6 last:border-b-0 @max-3xl:grid-cols-1"
    >
      <div>
        <h2 id={titleId} className="text-base font-semibold">
          {title}
        </h2>
        {text === undefined ? null : <div className="mt-0.5 text-sm text-ink-3">{text}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

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
