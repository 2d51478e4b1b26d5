/**
 * The `<form>` around fields of this folder.
 *
 * After a failed save, the focus goes to the first wrong field in the order of the page. Leaving the page with unsaved
 * input asks first; several forms on one page share one `LeaveGuard`.
 */
import { cx } from "class-variance-authority";
import { useEffect, useRef, type ReactNode } from "react";
import { FormProvider, type FieldValues } from "react-hook-form";
import { watchPresses } from "./after-press.ts";
import { FormStatusContext, type SaveRefusal } from "./form-status.ts";
import { GuardUnsaved } from "./leave-guard.tsx";
import type { SaveForm } from "./use-save-form.ts";

export interface FormProps<Values extends FieldValues> {
  form: SaveForm<Values>;
  /** The name of the form for assistive technology. */
  label: string;
  /** For a button outside of the form. */
  id?: string;
  /** False where typed text is not worth a question, such as on the sign-in. */
  isGuarded?: boolean;
  /** A person who opens the page wants to type at once. */
  startsInFirstField?: boolean;
  className?: string;
  children: ReactNode;
}

export function Form<Values extends FieldValues>({
  form,
  label,
  id,
  isGuarded = true,
  startsInFirstField = false,
  className,
  children,
}: FormProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  const { submitCount, refusal, isDirty } = form;

  useEffect(watchPresses, []);
  useEffect(() => {
    const field = element.current?.querySelector<HTMLInputElement>(TEXT_FIELD);
    if (!startsInFirstField || !field) return undefined;
    field.focus();
    const initial = field.value;
    // The person did not choose this field. Leaving it as it was is no mistake, so React does not learn of it.
    const leave = (event: FocusEvent) => {
      if (field.value === initial) event.stopPropagation();
    };
    field.addEventListener("focusout", leave, { once: true });
    return () => field.removeEventListener("focusout", leave);
  }, [startsInFirstField]);

  const lastRefusal = useRef(refusal);
  useEffect(() => {
    lastRefusal.current = refusal;
  }, [refusal]);
  useEffect(() => {
    if (submitCount > 0 && element.current) focusOnProblem(element.current, lastRefusal.current);
  }, [submitCount]);

  // Save and Discard disappear once they have been pressed. The focus then stays in the form.
  const wasDirty = useRef(false);
  useEffect(() => {
    if (wasDirty.current && !isDirty && document.activeElement === document.body) element.current?.focus();
    wasDirty.current = isDirty;
  }, [isDirty]);

  return (
    <FormStatusContext value={form}>
      <FormProvider {...form.state}>
        <form
          ref={element}
          noValidate
          tabIndex={-1}
          id={id}
          aria-label={label}
          className={cx("outline-none", className)}
          onSubmit={(press) => {
            // React also passes on the submits of forms in windows that a field of this form has opened.
            if (press.target !== press.currentTarget) return;
            press.preventDefault();
            form.submit();
          }}
        >
          {children}
        </form>
      </FormProvider>
      {isGuarded ? <GuardUnsaved isUnsaved={form.isUnsaved} /> : null}
    </FormStatusContext>
  );
}

/** `read-write` leaves out what this person may only read. */
const TEXT_FIELD = ":is(input:not([type=checkbox],[type=radio]),textarea):read-write";

/** Radio buttons may not have `aria-invalid`. */
const WRONG = '[aria-invalid="true"],[data-invalid="true"]';

function focusOnProblem(form: HTMLFormElement, refusal: SaveRefusal | null): void {
  const wrong = form.querySelector<HTMLElement>(WRONG);
  if (wrong) return wrong.focus();
  if (refusal?.focusOn === undefined) return undefined;
  const field = form.elements.namedItem(refusal.focusOn);
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  }
  return undefined;
}
