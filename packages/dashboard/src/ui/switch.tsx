/**
 * An on or off that takes effect at once.
 */
import { cx } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";

export interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "size" | "role"> {
  label: ReactNode;
  hint?: ReactNode;
}

export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  return (
    <label className={cx("flex min-h-6 items-start justify-between gap-4 text-sm", className)}>
      <span>
        <span className="font-medium">{label}</span>
        {hint === undefined ? null : <span className="block text-xs text-ink-3">{hint}</span>}
      </span>
      <span className="relative mt-0.5 inline-flex shrink-0">
        <input
          {...rest}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox brings its checked state
          role="switch"
          className="peer h-5 w-9 appearance-none rounded-full border border-line-strong bg-sunken transition-colors checked:border-btn checked:bg-btn disabled:opacity-50"
        />
        <span className="pointer-events-none absolute top-0.75 left-0.75 size-3.5 rounded-full bg-ink-3 transition-transform peer-checked:translate-x-4 peer-checked:bg-on-btn" />
      </span>
    </label>
  );
}
