/**
 * Several lines of text; grows with what is written, up to the height its class allows.
 */
import { cx } from "class-variance-authority";
import type { ComponentProps } from "react";
import { useFieldControl } from "./field.tsx";
import { controlClass } from "./input.tsx";

export interface TextareaProps extends ComponentProps<"textarea"> {
  isMono?: boolean;
}

export function Textarea({ isMono = false, className, rows = 3, ...rest }: TextareaProps) {
  const control = useFieldControl();
  return (
    <textarea
      {...control}
      {...rest}
      rows={rows}
      className={cx(
        controlClass,
        "field-sizing-content min-h-16 px-2.5 py-1.5 text-sm",
        isMono && "mono",
        className,
      )}
    />
  );
}
