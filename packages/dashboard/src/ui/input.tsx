/**
 * One line of text. Inside a `Field`, the field labels it. Alone (a search box), it needs an `aria-label`.
 */
import { cx } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";
import { useFieldControl } from "./field.tsx";
import { useReadOnly } from "./read-only.ts";

/** The box around every control that has a value. */
export const controlClass =
  "w-full rounded-md border border-line-strong bg-surface text-ink transition-colors hover:border-ink-3 aria-invalid:border-bad disabled:bg-sunken disabled:text-ink-3 [&[readonly]]:bg-sunken disabled:hover:border-line-strong";

export interface InputProps extends ComponentProps<"input"> {
  /** For ids, URLs and code. */
  isMono?: boolean;
  /** An icon inside the box, at its start. */
  icon?: ReactNode;
  /** A key hint or a small button inside the box, at its end. */
  end?: ReactNode;
}

export function Input({ isMono = false, icon, end, className, type = "text", ...rest }: InputProps) {
  const control = useFieldControl();
  const isReadOnly = useReadOnly() !== undefined;
  const input = (
    <input
      {...control}
      readOnly={isReadOnly}
      {...rest}
      type={type}
      className={cx(
        controlClass,
        "h-8 px-2.5 text-sm",
        isMono && "mono",
        icon !== undefined && "pl-8",
        end !== undefined && "pr-9",
        icon === undefined && end === undefined && className,
      )}
    />
  );
  if (icon === undefined && end === undefined) return input;
  return (
    <div className={cx("relative", className)}>
      {icon === undefined ? null : (
        <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-ink-3 [&_svg]:size-3.5">
          {icon}
        </span>
      )}
      {input}
      {end === undefined ? null : <span className="absolute inset-y-0 right-2 flex items-center">{end}</span>}
    </div>
  );
}
