/**
 * A yes or no in a form or a dialog, or the mark that selects a row.
 *
 * With `label`, the whole line is the click target. Without it (in a table), `aria-label` is required and the target
 * is 24 px.
 */
import { cx } from "class-variance-authority";
import { Check, Minus } from "lucide-react";
import { useCallback, type ComponentProps, type ReactNode } from "react";
import { useReadOnly } from "./read-only.ts";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "size" | "ref"> {
  label?: ReactNode;
  hint?: ReactNode;
  isIndeterminate?: boolean;
}

export function Checkbox({ label, hint, isIndeterminate = false, className, ...rest }: CheckboxProps) {
  const isReadOnly = useReadOnly() !== undefined;
  // HTML has the mixed state only as a property of the element, not as an attribute.
  const markMixed = useCallback(
    (box: HTMLInputElement | null) => {
      if (box) box.indeterminate = isIndeterminate;
    },
    [isIndeterminate],
  );
  return (
    <label
      className={cx(
        "inline-flex min-h-6 min-w-6 items-start gap-2 text-sm",
        label === undefined && "justify-center",
        className,
      )}
    >
      <span className="relative mt-1 inline-flex size-4 shrink-0">
        <input
          disabled={isReadOnly}
          {...rest}
          ref={markMixed}
          type="checkbox"
          className="peer size-4 appearance-none rounded-sm border border-line-strong bg-surface transition-colors checked:border-btn checked:bg-btn indeterminate:border-btn indeterminate:bg-btn hover:border-ink-3 disabled:opacity-50"
        />
        {isIndeterminate ? (
          <Minus
            aria-hidden
            className="pointer-events-none absolute inset-0.5 size-3 text-on-btn"
            strokeWidth={3}
          />
        ) : rest.checked === false ? null : ( // a list has a hundred of them
          <Check
            aria-hidden
            className="pointer-events-none absolute inset-0.5 hidden size-3 text-on-btn peer-checked:block"
            strokeWidth={3}
          />
        )}
      </span>
      {label === undefined ? null : (
        <span className="pt-0.5">
          {label}
          {hint === undefined ? null : <span className="block text-xs text-ink-3">{hint}</span>}
        </span>
      )}
    </label>
  );
}
