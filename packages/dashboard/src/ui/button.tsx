/**
 * What does a button look like, and what does it do while its action runs?
 *
 * A pending button keeps its label and its width, shows a moving hairline and ignores further clicks, so that a
 * double submit is impossible. `disabledReason` is for "you may not": the button stays focusable and says why.
 * With `aria-disabled`, the button looks disabled but can be pressed: the form behind it then says what is missing.
 * A link that looks like a button uses `buttonClass(...)` as its class name and stays a link.
 */
import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, MouseEvent, ReactNode } from "react";

export const buttonClass = cva(
  "relative inline-flex shrink-0 items-center justify-center gap-1.5 overflow-hidden rounded-md border font-medium whitespace-nowrap transition-colors select-none disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:size-3.5 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "border-btn bg-btn text-on-btn hover:border-btn-hover hover:bg-btn-hover",
        secondary: "border-line-strong bg-surface text-ink hover:bg-sel",
        quiet: "border-transparent bg-transparent text-ink-2 hover:bg-sel hover:text-ink",
        danger: "border-line-strong bg-surface text-bad hover:border-bad hover:bg-bad-bg",
      },
      size: { md: "h-8 px-3 text-sm", sm: "h-7 px-2 text-xs", lg: "h-9 px-4 text-base" },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

export interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof buttonClass> {
  icon?: ReactNode;
  isPending?: boolean | undefined;
  /** Why this person cannot press it now. Shown as a tooltip on hover and focus. */
  disabledReason?: string | undefined;
}

export function Button({
  variant,
  size,
  icon,
  isPending = false,
  disabledReason,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const isBlocked = isPending || disabledReason !== undefined;
  const guard = (press: MouseEvent<HTMLButtonElement>) => {
    if (isBlocked) press.preventDefault();
    else onClick?.(press);
  };
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- the type is always given: the default is "button"
      type={type}
      className={buttonClass({
        variant,
        size,
        className: [isPending && "busy-line aria-disabled:opacity-100", className],
      })}
      onClick={guard}
      aria-busy={isPending || undefined}
      aria-disabled={isBlocked || rest["aria-disabled"]}
      data-tooltip={disabledReason ?? ("data-tooltip" in rest ? rest["data-tooltip"] : undefined)}
    >
      {icon}
      {children}
    </button>
  );
}
