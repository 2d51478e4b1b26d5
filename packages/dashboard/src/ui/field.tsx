/**
 * How are a label, a control, its hint and its error connected?
 *
 * `Field` creates the ids, and the controls of this folder read them with `useFieldControl`. So a screen writes
 * `<Field label="Name" error={…}><Input {...register("name")} /></Field>` and assistive technology reads all of it.
 */
import { cx } from "class-variance-authority";
import { createContext, use, useId, useMemo, type ReactNode } from "react";

interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

const FieldContext = createContext<FieldControl | null>(null);

/** The attributes that a control spreads onto its element. Empty outside a `Field`. */
export function useFieldControl(): Partial<FieldControl> {
  return use(FieldContext) ?? {};
}

export interface FieldProps {
  label: ReactNode;
  /** One sentence under the control. An error replaces it. */
  hint?: ReactNode;
  error?: string | undefined;
  isRequired?: boolean;
  /** Shown at the end of the label line, such as a link. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Field({ label, hint, error, isRequired = false, aside, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  const control = useMemo<FieldControl>(
    () => ({
      id,
      "aria-describedby": hasNote ? noteId : undefined,
      "aria-invalid": error !== undefined || undefined,
      "aria-required": isRequired || undefined,
    }),
    [id, noteId, hasNote, error, isRequired],
  );
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}

export interface FieldNoteProps extends Pick<FieldProps, "hint" | "error" | "className"> {
  /** What the control names in `aria-describedby`. */
  id: string;
}

/** The line under a control: its hint, or what is wrong. */
export function FieldNote({ id, hint, error, className }: FieldNoteProps) {
  if (error === undefined && hint === undefined) return null;
  return (
    <p id={id} className={cx("text-xs", error === undefined ? "text-ink-3" : "text-bad", className)}>
      {error ?? hint}
    </p>
  );
}
