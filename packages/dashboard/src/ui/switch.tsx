/**
 * Turns something on or off at once. In a form that is saved with a button, use a checkbox instead.
 */
import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

export interface SwitchProps {
  label: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isPending?: boolean;
  /** Why this person cannot change it now. */
  disabledReason?: string | undefined;
}

export function Switch({ label, isOn, onChange, isPending = false, disabledReason }: SwitchProps) {
  const isBlocked = isPending || disabledReason !== undefined;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-busy={isPending || undefined}
      aria-disabled={isBlocked || undefined}
      data-tooltip={disabledReason}
      onClick={() => (isBlocked ? undefined : onChange(!isOn))}
      className="inline-flex min-h-6 items-center gap-2 rounded-sm text-sm aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
    >
      <span
        aria-hidden
        className={cx(
          "inline-flex h-4.5 w-8 items-center rounded-full border p-0.5 transition-colors",
          isOn ? "border-btn bg-btn" : "border-ink-3 bg-surface",
        )}
      >
        <span
          className={cx(
            "size-3 rounded-full transition-transform",
            isOn ? "translate-x-3.5 bg-on-btn" : "bg-ink-3",
          )}
        />
      </span>
      {label}
    </button>
  );
}
