/**
 * Chooses one of two to five choices that a person should all read. Each may have a hint; the whole card is clickable.
 */
import { cx } from "class-variance-authority";
import { useId, type ReactNode } from "react";
import { FieldNote } from "./field.tsx";
import { useReadOnly } from "./read-only.ts";

export interface RadioChoice<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  isDisabled?: boolean;
}

export interface RadioGroupProps<Value extends string> {
  legend: ReactNode;
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly RadioChoice<Value>[];
  /** Side by side from 640 px on. */
  isInline?: boolean;
  /** Two in each row from 640 px on. */
  isPaired?: boolean;
  /** One sentence under the cards. An error replaces it. */
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
}

export function RadioGroup<Value extends string>({
  legend,
  value,
  onChange,
  choices,
  isInline = false,
  isPaired = false,
  hint,
  error,
  className,
}: RadioGroupProps<Value>) {
  const name = useId();
  const isReadOnly = useReadOnly() !== undefined;
  const noteId = `${name}-note`;
  const note = error ?? hint;
  return (
    <fieldset
      className={cx("flex flex-col", className)}
      aria-describedby={note === undefined ? undefined : noteId}
    >
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div
        className={cx(
          "grid gap-2",
          isInline && "sm:auto-cols-fr sm:grid-flow-col",
          isPaired && "sm:grid-cols-2",
        )}
      >
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={cx(
              "flex items-start gap-2.5 rounded-md border border-line px-3 py-2 text-sm transition-colors has-checked:border-ink",
              // What a person may only read is not dimmed: they came to read it.
              isReadOnly ? "bg-sunken" : "bg-surface hover:border-line-strong has-disabled:opacity-50",
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={isReadOnly || choice.isDisabled}
              data-invalid={error === undefined ? undefined : true}
              onChange={() => onChange(choice.value)}
              className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-line-strong bg-surface checked:border-5 checked:border-btn"
            />
            <span>
              {choice.label}
              {choice.hint === undefined ? null : (
                <span className="block text-xs text-ink-3">{choice.hint}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldNote id={noteId} hint={hint} error={error} className="mt-1.5" />
    </fieldset>
  );
}
