/**
 * A button that shows only an icon. Its label is required: it is both the accessible name and the tooltip.
 */
import { cx } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  label: string;
  icon: ReactNode;
  /** `sm` is 24 px, the smallest target we allow. Use it inside rows and beside values. */
  size?: "sm" | "md";
}

/** A link that looks like an icon button uses this as its class name, and stays a link. */
export function iconButtonClass(size: "sm" | "md", className?: string): string {
  return cx(
    "inline-flex shrink-0 items-center justify-center rounded-sm text-ink-3 transition-colors hover:bg-sel hover:text-ink disabled:opacity-50",
    size === "sm" ? "size-6 [&_svg]:size-3.5" : "size-8 rounded-md [&_svg]:size-4",
    className,
  );
}

export function IconButton({
  label,
  icon,
  size = "md",
  className,
  type = "button",
  ...rest
}: IconButtonProps) {
  return (
    <button
      data-tooltip={label}
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- the type is always given: the default is "button"
      type={type}
      aria-label={label}
      className={iconButtonClass(size, className)}
    >
      {icon}
    </button>
  );
}
