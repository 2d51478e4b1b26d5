/** Several lines of text. Inside a `Field`, the field labels it. */
import { cx } from "class-variance-authority";
import type { ComponentProps } from "react";
import { useFieldControl } from "./field.tsx";
import { controlClass } from "./input.tsx";
import { useReadOnly } from "./read-only.ts";

export interface TextareaProps extends ComponentProps<"textarea"> {
  /** For code and payloads. */
  isMono?: boolean;
}

export function Textarea({ isMono = false, className, rows = 3, ...rest }: TextareaProps) {
  const control = useFieldControl();
  const isReadOnly = useReadOnly() !== undefined;
  return (
    <textarea
      {...control}
      readOnly={isReadOnly}
      {...rest}
      rows={rows}
      className={cx(
        controlClass,
        "block min-h-16 resize-y px-2.5 py-1.5 text-sm",
        isMono && "mono",
        className,
      )}
    />
  );
}
