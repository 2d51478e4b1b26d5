/**
 * Chooses one of a few fixed options. It uses the browser's own select, which is fast and accessible on every device.
 * For long or searchable lists, use `Combobox`.
 */
import { cx } from "class-variance-authority";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { useFieldControl } from "./field.tsx";
import { controlClass } from "./input.tsx";
import { useReadOnly } from "./read-only.ts";

export interface SelectProps extends ComponentProps<"select"> {
  options: readonly { value: string; label: string; isDisabled?: boolean }[];
}

export function Select({ options, className, ...rest }: SelectProps) {
  const control = useFieldControl();
  const isReadOnly = useReadOnly() !== undefined;
  return (
    <span className={cx("relative inline-block w-full", className)}>
      <select
        {...control}
        disabled={isReadOnly} // HTML has no select that can only be read
        {...rest}
        className={cx(controlClass, "h-8 appearance-none py-0 pr-8 pl-2.5 text-sm")}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isDisabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-2.25 right-2.5 size-3.5 text-ink-3"
      />
    </span>
  );
}
