/**
 * How does a field get its value from the form around it, and what does it report to the form?
 */
import { useEffect } from "react";
import { useController, useFormContext } from "react-hook-form";
import { afterPress } from "./after-press.ts";
import { useFormStatus, type FieldDisplay, type FieldMistake } from "./form-status.ts";
import { REPORTED } from "./use-save-form.ts";

/** Every field of the kit takes these. */
export interface FormFieldProps {
  /** The path of its value in the form: `name`, `config.url`. */
  name: string;
  label: string;
  hint?: string | undefined;
  isRequired?: boolean;
}

export interface FormField<Value> {
  value: Value;
  set: (value: Value) => void;
  /** For the element that gets the focus. */
  bind: { name: string; ref: (element: HTMLElement | null) => void; onBlur: () => void };
  error: string | undefined;
  isDirty: boolean;
}

export function useFormField<Value>(name: string, { label, textOf }: FieldDisplay): FormField<Value> {
  const { field, fieldState } = useController({ name });
  const { displays } = useFormStatus();
  if (field.value === undefined) throw new Error(`The form has no value at ${name}`);
  useEffect(() => {
    displays.set(name, { label, textOf });
  }, [displays, name, label, textOf]);
  return {
    value: field.value,
    set: field.onChange,
    bind: { name, ref: field.ref, onBlur: () => afterPress(field.onBlur) },
    error: fieldState.error?.message,
    isDirty: fieldState.isDirty,
  };
}

/** Adds a mistake that no schema can find. Null takes it back. */
export function useFieldMistake(name: string, mistake: FieldMistake | null): void {
  const { mistakes } = useFormStatus();
  const { trigger, getFieldState } = useFormContext();
  const value = mistake?.value;
  const message = mistake?.message;
  useEffect(() => {
    if (message === undefined) return undefined;
    mistakes.set(name, { value, message });
    void trigger(name);
    return () => {
      mistakes.delete(name);
      if (getFieldState(name).error?.type === REPORTED) void trigger(name);
    };
  }, [mistakes, name, value, message, trigger, getFieldState]);
}
